// The client's part of a confirmation: the daemon writes a code to the person's terminal, and the person types it here.
import type { Paths } from "../../home/index.ts";
import { programsOn, SYSTEM_PATH } from "../../system/index.ts";
import { runProgramNow } from "../../system/processes.ts";
import type { Io } from "../io.ts";
import { plainClient } from "./stop-daemon.ts";

interface Asking {
  readonly io: Io;
  readonly paths: Paths;
  /** What the code will be for. */
  readonly requests: readonly string[];
}

/** Null if the person types nothing. */
export async function confirmOnTerminal({ io, paths, requests }: Asking): Promise<string | null> {
  // The device behind stdin, as the system calls it. Another `tty` could have the code shown elsewhere.
  const [tty] = programsOn("tty", SYSTEM_PATH);
  const terminal = tty === undefined ? null : runProgramNow(tty, [], "inherit");
  if (terminal === null) return null;
  io.stderr.write(
    "This system does not report who calls. A code in this terminal confirms that it is you and not an agent.\n",
  );
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
