// Answers about sessions, and the answer of every command.
import type {
  Attention,
  By,
  Event,
  Limits,
  ModeEffects,
  OpenPermission,
  PromptFile,
  PromptStateWord,
  SessionState,
  Summary,
  Transport,
} from "../core/index.ts";

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

/** `POST /v1/blobs`: how to refer to it. */
export interface UploadAnswer {
  hash: string;
  bytes: number;
}

/** A prompt as a list shows it. */
export interface PromptItem {
  promptId: string;
  state: PromptStateWord;
  /** Its first line. */
  title: string | null;
  /** Of the newest event about it. */
  seq: number;
  at: string;
  /** Prompts before it, the running one included; null once it left the queue. */
  position: number | null;
  text?: string;
  /** `text` is only the beginning of it. */
  isCut?: boolean;
  /** What goes with it. */
  files?: readonly PromptFile[];
  by?: By;
  notBefore?: string | null;
  after?: string | null;
  held?: boolean;
  turn?: string | null;
  reason?: string | null;
}

/** `GET /v1/sessions/{id}/prompts`: what waits in order, and numbers about it. */
export interface QueueAnswer {
  items: PromptItem[];
  paused: boolean;
  stats: {
    /** Prompts that wait. */
    userPending: number;
    /** Events that nobody has acknowledged yet. */
    responsePending: number;
    /** Whether somebody follows the session now. */
    clientConnected: boolean;
  };
}

/** `GET /v1/sessions/{id}/prompts/{prompt}` */
export type PromptAnswer = PromptItem & { session: string };

/** A question that waits for a person, or was answered. */
export type PermissionDetail = OpenPermission & {
  session: string;
  name: string | null;
  sessionTitle: string | null;
  agent: string;
  workspace: string | null;
  /** The narrow rule that would answer it from now on, as it would be stored, and where; null when there is none. */
  rule: { text: string; file: string } | null;
};

/** `GET /v1/policy?cwd=`: the rules that hold in a directory, and where they are kept. */
export interface PolicyAnswer {
  workspace: { id: string; path: string };
  sources: {
    name: "workspace" | "global";
    file: string;
    /** As the file could say them. */
    rules: string[];
    /** Why the file can't be used: then nothing is allowed by rules. */
    problem: string | null;
  }[];
}

/** `POST /v1/policy/rules` */
export interface AddedRule {
  file: string;
  outcome: "added" | "already there";
}

/** `POST /v1/policy/test` */
export interface PolicyTest {
  items: {
    seq: number;
    request: { kind: string; tool: string | null; command: string | null; paths: readonly string[] };
    answer: "allow" | "deny" | null;
    verdict: "allow" | "deny" | "ask";
    outcome: "asks" | "agrees" | "contradicts" | "decides";
    rule: string | null;
    source: string | null;
    why: string;
  }[];
  /** Rules for what was always allowed, as a policy file says them. */
  proposals: string[];
  files: { workspace: string; global: string };
  /** Why a file of rules can't be used. */
  problems: string[];
}

/** `GET /v1/permissions`: everything that waits for a person over all sessions, oldest first. */
export interface InboxAnswer {
  items: PermissionDetail[];
}

/** `GET /v1/attention`: everything that waits for a person over all sessions, results that nobody has read included; oldest first. */
export interface AttentionList {
  items: Attention[];
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

/** What an agent can do, as its driver declares it. */
export interface AgentCapabilities {
  resume: boolean;
  fork: "none" | "whole" | "turn";
  approvals: boolean;
  interrupt: boolean;
  steer: boolean;
  /** Media types of files that can go with a prompt, or their beginnings. */
  files: readonly string[];
  /** Modes that can be set, each with its effective level. */
  modes: ModeEffects;
  models: boolean;
}

/** `GET /v1/agents/{id}`: an agent as it is installed where the caller, or the daemon, looks for it. */
export interface AgentDetail {
  id: string;
  title: string;
  icon?: string;
  installed: boolean;
  path: string | null;
  version: string | null;
  /** The command that makes it available; null when it is. */
  install: string | null;
  /** Works in sessions whose creator names none. */
  isDefault: boolean;
  /** In words, and never more than that something is there: no key is read. */
  login: { state: "in" | "out" | "unknown" | "none needed"; evidence: string; hint: string | null };
  /** Names that can be set as the model; null when nobody knows them. */
  models: readonly string[] | null;
  /** How it is talked to now. */
  transport: Transport;
  /** As it is talked to now; `modes` is what each mode really means. */
  capabilities: AgentCapabilities;
  /** Every way in which it can be talked to. */
  ways: { transport: Transport; capabilities: AgentCapabilities }[];
  /** What could not be found out, and why. */
  troubles: readonly string[];
}

/** `GET /v1/agents`, `POST /v1/agents/inspect`: those that are installed first. */
export interface AgentList {
  items: AgentDetail[];
}

/** `GET /v1/processes`: what the agents that live now take. */
export interface ProcessList {
  items: {
    session: string;
    run: string;
    pids: number[];
    /** Memory of them all. */
    bytes: number;
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
