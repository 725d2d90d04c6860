// Programs of the system that Skein uses where they are.
import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { Check, Finding } from "./check.ts";

/** Where the daemon looks for what tells who calls it: not on the user's PATH, where an agent may write. */
const SYSTEM_PATH = "/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin";

export const programs: Check = {
  id: "programs",
  async run({ io }) {
    return [tmux(io.env.PATH ?? ""), ...(process.platform === "linux" ? [ss()] : [])];
  },
};

function tmux(path: string): Finding {
  const found = find("tmux", path);
  return found
    ? { state: "ok", title: "tmux", text: found }
    : { state: "note", title: "tmux", text: "not installed; nothing needs it" };
}

function ss(): Finding {
  const found = find("ss", SYSTEM_PATH);
  if (found) return { state: "ok", title: "ss", text: found };
  return {
    state: "warning",
    title: "ss",
    text: "not installed: without it nobody can tell an agent that answers its own questions from you",
    fix: "install iproute2 with the system's package manager",
  };
}

function find(program: string, path: string): string | null {
  const places = path.split(delimiter).filter(isAbsolute);
  return places.map((directory) => join(directory, program)).find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
