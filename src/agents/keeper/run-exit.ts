// How a run has ended, read from what its keeper left behind.
import { constants } from "node:os";
import { forbidStart, hasTraces, type RunFiles, readNumber } from "./run-files.ts";

export type RunExit =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "signaled"; readonly signal: string }
  /**
   * The keeper was killed: the agent's status is unknown, and its processes may still live. In doubt: its note is gone, and something says
   * that it was there.
   */
  | { readonly kind: "lost"; readonly isInDoubt?: true }
  /** No agent was ever started, and none will be. */
  | { readonly kind: "unstarted" };

const signals = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));

/** To be asked when the keeper is gone, or never was. Never fails: what can't be read is lost. */
export async function readExit(files: RunFiles): Promise<RunExit> {
  try {
    const status = await readNumber(files.exit);
    if (status === null && !(await forbidStart(files))) return { kind: "lost" };
    if (status === null) return hasTraces(files) ? { kind: "lost", isInDoubt: true } : { kind: "unstarted" };
    // The shell's way to tell a signal; an agent that itself exits with such a code is not told apart.
    const signal = signals.get(status - 128);
    return signal === undefined ? { kind: "exited", code: status } : { kind: "signaled", signal };
  } catch {
    return { kind: "lost" };
  }
}
