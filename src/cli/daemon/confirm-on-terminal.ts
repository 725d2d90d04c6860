// Where the system does not tell the daemon who calls: it writes a code to the person's terminal, and the person types it here.
import { spawnSync } from "node:child_process";
import type { Paths } from "../../home/index.ts";
import type { Io } from "../io.ts";
import { plainClient } from "./stop-daemon.ts";

interface Asking {
  readonly io: Io;
  readonly paths: Paths;
  /** What the code will be for. */
  readonly requests: readonly string[];
}

/** Null when the person types nothing. */
export async function confirmOnTerminal({ io, paths, requests }: Asking): Promise<string | null> {
  const terminal = ownTerminal();
  if (terminal === null) return null;
  io.stderr.write("This system does not tell Skein that it is you, and not an agent: a code in this terminal does.\n");
  await plainClient(paths).confirmOnTerminal(terminal, requests);
  const { openDialogue } = await import("../dialogue/open-dialogue.ts");
  const dialogue = await openDialogue({
    ...{ stdin: io.stdin, stdout: io.stderr },
    ...{ onInterrupt: io.onInterrupt, suspend: io.suspend },
  });
  const typed = await dialogue.ask("code › ").catch(() => null);
  dialogue.close();
  return typed?.trim() || null;
}

/** The device behind stdin, as the system calls it. */
function ownTerminal(): string | null {
  const { stdout, status } = spawnSync("tty", { stdio: ["inherit", "pipe", "ignore"], encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}
