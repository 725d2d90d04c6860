// Optional programs of the system that Skein uses.
import { programsOn } from "../../system/index.ts";
import { runProgram } from "../../system/processes.ts";
import { safeLine } from "../text/safe-text.ts";
import type { Check, Finding } from "./check.ts";

const PATIENCE_MS = 2_000;

export const programs: Check = {
  id: "programs",
  async run({ io }) {
    const [tmux = null] = programsOn("tmux", io.env.PATH ?? "");
    const version = tmux === null ? null : await versionOf(tmux, io.env);
    return [tmuxFinding(tmux, version)];
  },
};

/** `version` as printed by `tmux -V`; null if it prints none. */
export function tmuxFinding(path: string | null, version: string | null): Finding {
  const title = "tmux";
  if (path === null) return { state: "note", title, text: "not installed; optional" };
  const text = safeLine(version === null ? path : `${version}, ${path}`);
  const major = Number(/(?<!\d)(\d+)\.\d/.exec(version ?? "")?.[1] ?? 3);
  if (major >= 3) return { state: "ok", title, text };
  return {
    state: "warning",
    title,
    text: `${text}: older than 3.0, the oldest version that Skein was tested with`,
    fix: "install a newer tmux with the system's package manager, then end the old one: tmux kill-server",
  };
}

async function versionOf(tmux: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  try {
    const printed = await runProgram(tmux, ["-V"], { env, timeoutMs: PATIENCE_MS });
    return printed.trim().replace(/^tmux /, "") || null;
  } catch {
    return null;
  }
}
