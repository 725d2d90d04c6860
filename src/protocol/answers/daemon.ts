// Answers about the daemon as a whole: its end, its backups, its numbers.

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

/** What happened since a moment, over all sessions. */
export interface Period {
  since: string;
  /** Sessions in which a turn began. */
  sessions: number;
  turns: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
}

/** `GET /v1/stats` */
export interface StatsAnswer {
  items: Period[];
  /** Events in the log. */
  events: number;
}
