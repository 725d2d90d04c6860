// Answers about the daemon as a whole: its end, its backups, its numbers.

/** `GET /v1/caller` */
export interface CallerAnswer {
  /** `hidden`: the system tells who calls, but not who this is. `unknown`: it does not tell of anybody. */
  kind: "person" | "agent" | "hidden" | "unknown";
  /** The same for people, with the reason. */
  text: string;
  /** What only people may do takes a code from their terminal, as agents live that this could be. */
  needsCode: boolean;
}

/** `POST /v1/confirmations` */
export interface ConfirmationAnswer {
  /** Where the code is shown. It goes with requests as the header `skein-confirmation`. */
  terminal: string;
  /** How long it is valid, if it is not used before. */
  minutes: number;
}

export interface DrainAnswer {
  stoppedAgents: number;
  keptAgents: number;
  /** Kills that the log could not take. `noted`: the next daemon records them; `forgotten`: it will not know of them. */
  unrecordedKills?: { noted: number; forgotten: number };
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
