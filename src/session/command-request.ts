// A client's command to a session, and what comes back.
import type { By, Command, Outcome, Rejection, SessionState, SkeinError } from "../core/index.ts";
import type { WorkspaceRecord } from "../log/index.ts";

/** A command of a client: its id makes a retry harmless. */
export interface CommandRequest {
  id: string;
  bodyHash: string;
  command: Command;
  by: By;
  /** Changes with the command: the workspace it selects the session in. */
  workspace?: WorkspaceRecord;
  /** Whether it needs a person's word, in the session as it is when the command's turn comes. Without it that is known already. */
  isForPeople?: (state: SessionState) => boolean;
  /** What a new session stands on: another one up to there, with its state at that place. */
  base?: { session: string; seq: number; state: SessionState };
}

export interface Answer {
  id: string;
  session: string;
  seq: number;
  outcome: Outcome;
}

export type Result =
  | { kind: "done"; answer: Answer; isReplay: boolean }
  | { kind: "rejected"; rejection: Rejection }
  /** The log can't be written: the process was ended all the same, and that is recorded when it can be. `left`: pids of what lives on. `isNoted`: also by the next daemon. */
  | { kind: "unrecorded"; left: readonly number[]; isNoted: boolean; cause: SkeinError }
  | { kind: "id_reused" }
  /** Nothing was done. */
  | { kind: "for_people" };
