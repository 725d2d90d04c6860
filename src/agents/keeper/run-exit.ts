// How a run has ended, derived from the keeper's files.
import { constants } from "node:os";
import { forbidStart, hasTraces, type RunFiles, readNumber } from "./run-files.ts";

export type RunExit =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "signaled"; readonly signal: string }
  /**
   * The keeper was killed: the agent's status is unknown, and its processes may live. Also in doubt: its note is gone, and there are traces of a
   * start.
   */
  | { readonly kind: "lost"; readonly isInDoubt?: true }
  /** No agent was ever started, and none will be. */
  | { readonly kind: "unstarted" };

const signals = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));

/** Must be called when the keeper is gone, or never existed. Never fails: an unreadable run is lost. */
export async function readExit(files: RunFiles): Promise<RunExit> {
  try {
    const status = await readNumber(files.exit);
    if (status === null && !(await forbidStart(files))) return { kind: "lost" };
    if (status === null) return hasTraces(files) ? { kind: "lost", isInDoubt: true } : { kind: "unstarted" };
    // The shell's code for a signal; an agent that exits with such a code itself looks the same.
    const signal = signals.get(status - 128);
    return signal === undefined ? { kind: "exited", code: status } : { kind: "signaled", signal };
  } catch {
    return { kind: "lost" };
  }
}
