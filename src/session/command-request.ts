// A client's command to a session, and its answer.
import type { By, Caller, Command, Outcome, Rejection, SessionState, SkeinError } from "../core/index.ts";
import type { WorkspaceRecord } from "../log/index.ts";

/** Who sends a command, as far as its decision depends on it. */
export interface CommandCaller {
  readonly found: Caller;
  /** The same caller with the code that came with the request, if any. A code is used up by looking at it: only for what depends on it. */
  confirmed(): Caller;
}

/** What a request says of its command: the id makes a retry harmless. */
export interface Envelope {
  id: string;
  bodyHash: string;
  by: By;
  /** Absent if no decision about the command depends on who calls; a decision that needs it refuses. */
  caller?: CommandCaller;
}

/** A command of a client. */
export interface CommandRequest extends Envelope {
  command: Command;
  /** Changes with the command: the workspace it selects the session in. */
  workspace?: WorkspaceRecord;
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
  | { kind: "id_reused" };
