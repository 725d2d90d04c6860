// Answers about sessions and to commands on them.
import type { FoundBy, LeftOut, Limits, SessionState, Summary } from "../../core/index.ts";

export type ListedSession = Summary & { active: boolean };

/** Answer of every command: recorded, and given again to a retry with `replayed`. */
export interface CommandAnswer {
  id: string;
  session: string;
  /** The newest event that the command made; 0 when it changed nothing. */
  seq: number;
  outcome: { state: string } & Record<string, unknown>;
  replayed?: boolean;
}

/** The environment of a session's agent, by names alone: values are never told. */
export interface EnvironmentAnswer {
  /** Since when the session has it; null when whoever made the session sent none, and it is the daemon's own. */
  since: string | null;
  /** Variables that are other ones, or only on one side; not those that only describe the terminal. Of a renewal: what it changed. */
  differs: string[];
  /** A process of the agent lives, with the environment that it was started with. */
  isRunning: boolean;
}

export interface SessionAnswer {
  session: ListedSession;
  workspace: { id: string; path: string };
  /** False when an existing session was opened. */
  created: boolean;
  /** What the client's environment changed, where it became that of a session which was there. */
  environment?: EnvironmentAnswer;
  seq: number;
  replayed?: boolean;
}

/** `GET /v1/sessions/{id}` */
export interface SessionDetail {
  session: ListedSession;
  state: SessionState;
  epoch: string;
  /** What the config allows, where nothing was set for the session itself. */
  limits: Limits;
}

/** `GET /v1/sessions`; as NDJSON one session per line, all of them. */
export interface SessionList {
  items: ListedSession[];
  next: string | null;
}

/** `GET /v1/resolve` */
export interface ResolveAnswer {
  session: ListedSession;
  /**
   * By what it was found: `name`, `id`, `here` (the directory's own), `elsewhere` (nobody named it, and it belongs to another directory: ask
   * before something is done to it), `previous` (`-`) or `last` (`@last`).
   */
  by: FoundBy;
}

/** `GET /v1/trash`: what was deleted last comes first. */
export interface TrashList {
  items: ListedSession[];
}

/** `POST /v1/trash/empty` */
export interface EmptyTrashAnswer {
  /** Gone altogether. */
  sessions: number;
  events: number;
  /** Forks stand on them: what they need of them stays until they go. */
  kept: number;
  /** Still in the trash, because a process is still to end. */
  left: number;
}

/** `POST /v1/import` */
export interface ImportAnswer {
  /** The session that it became; null when it was only looked at. */
  session: ListedSession | null;
  /** The id that it has in the file. */
  from: string;
  /** Events of the file. */
  events: number;
  /** Of types that only a newer version knows; they are kept as they are. */
  unknown: number;
  /** Long texts that came with it, or were there already. */
  blobs: number;
  /** Long texts of which there is only the beginning, as they are neither in the file nor in the log. */
  missingBlobs: number;
  /** What the file has and does not hold here: rules, the mode, limits … */
  left: { what: LeftOut["what"]; text: string }[];
}

/** `POST /v1/sessions/{id}/verify` */
export interface VerifyAnswer {
  session: string;
  /** Events that were looked at, inherited ones included. */
  events: number;
  /** Long texts that they refer to. */
  blobs: number;
  /** The first place where something is not as it was written; null when all is well. */
  broken: { seq: number; text: string } | null;
}
