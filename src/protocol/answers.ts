// Answers about sessions, and the answer of every command.
import type { Event, SessionState, Summary } from "../core/index.ts";

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

export interface SessionAnswer {
  session: ListedSession;
  workspace: { id: string; path: string };
  /** False when an existing session was opened. */
  created: boolean;
  seq: number;
  replayed?: boolean;
}

/** `GET /v1/sessions/{id}` */
export interface SessionDetail {
  session: ListedSession;
  state: SessionState;
  epoch: string;
}

/** `GET /v1/sessions`; as NDJSON one session per line, all of them. */
export interface SessionList {
  items: ListedSession[];
  next: string | null;
}

/** `GET /v1/resolve` */
export interface ResolveAnswer {
  session: ListedSession;
}

export interface DrainAnswer {
  stoppedAgents: number;
  keptAgents: number;
}

/** A generation of the log, as it was found whole or not when it was asked for. */
export interface Backup {
  name: string;
  path: string;
  at: string;
  bytes: number;
  /** How far the log was. */
  lastCommit: number;
  isGood: boolean;
  /** What is wrong with it; null when nothing is. */
  trouble: string | null;
  sessions: number | null;
  events: number | null;
}

/** `GET /v1/backups`, the newest first. */
export interface BackupList {
  items: Backup[];
}

/** `POST /v1/backups` */
export interface BackupAnswer {
  backup: Backup;
}

/** `GET /v1/agents` */
export interface AgentList {
  items: {
    id: string;
    title: string;
    installed: boolean;
    path: string | null;
    version: string | null;
    install: string | null;
    isDefault: boolean;
    capabilities: Record<string, unknown>;
  }[];
}
/** `GET /v1/sessions/{id}/events?after=N|before=N&limit=` */
export interface EventPageAnswer {
  events: Event[];
  firstSeq: number;
  head: number;
  epoch: string;
  more: boolean;
}

/** `GET /v1/events?after=<commit>` */
export interface CommitPageAnswer {
  events: { commit: number; event: Event }[];
  lastCommit: number;
  epoch: string;
  more: boolean;
}
