// A client's command to a session, and its answer.
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
  /** Whether it needs confirmation by a person, given the session's state when the command's turn comes. Absent: known already. */
  isForPeople?: (state: SessionState) => boolean;
  /** The base of a new session: another session up to this event, with its state there. */
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
  /** The log can't be written: the process was ended anyway, and this is recorded later. `left`: surviving pids. `isNoted`: the next daemon also knows. */
  | { kind: "unrecorded"; left: readonly number[]; isNoted: boolean; cause: SkeinError }
  | { kind: "id_reused" }
  /** Nothing was done. */
  | { kind: "for_people" };
