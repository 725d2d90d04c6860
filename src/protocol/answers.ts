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
import type { ServerInfo } from "./api.ts";

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

/** `PUT /v1/focus` */
export interface FocusAnswer {
  state: "held" | "ended";
}

/** The bytes of a file, as they are. */
type Bytes = Uint8Array;

/** What each route is for, and what it answers: the client's calls and the OpenAPI document come from here. */
export interface Answers {
  /** The sign of life: `ok`. */
  health: string;
  /** `ok` as long as the log can be written. */
  ready: string;
  /** The daemon: versions, limits, and how its log is. */
  server: ServerInfo;
  /** This document. */
  openapi: Record<string, unknown>;
  /** Ends the daemon. Without a word on them, agents that rest are stopped and agents at work are kept. */
  drain: DrainAnswer;
  /** All backups, each verified anew; the newest first. */
  backups: BackupList;
  /** Makes a backup now. */
  backup: BackupAnswer;
  /** The agents that sessions can have. */
  agents: AgentList;
  /** One agent. */
  agent: AgentDetail;
  /** The agents as they are found with the environment that is sent. */
  inspectAgents: AgentList;
  /** The processes of agents that live now, and their memory. */
  processes: ProcessList;
  /** The session that a person means. */
  resolve: ResolveAnswer;
  /** Sessions, newest activity first. As NDJSON one per line, all of them. */
  sessions: SessionList;
  /** A new session. */
  create: SessionAnswer;
  /** Another session that knows what was said up to the end of a turn; without `at` up to the last one that ended. */
  fork: SessionAnswer;
  /** Opens the workspace's session: the active one, else its latest, else a new one. */
  attach: SessionAnswer;
  /** A session as it is now: its row in lists, and everything that is folded from its log. */
  session: SessionDetail;
  /** A page of a log; as a stream everything after the cursor, and then what happens. */
  events: EventPageAnswer;
  /** The logs of all sessions, or of some, in the order of their commits. */
  allEvents: CommitPageAnswer;
  /** The whole of a text of which an event shows the beginning, or of a file that went with a prompt. */
  blob: Bytes;
  /** Puts a file into the log, for a prompt to refer to. What no prompt refers to within an hour may go. */
  upload: UploadAnswer;
  /** A prompt. Its `id` is the prompt's id: sending it again is harmless and tells what came of it. */
  prompt: CommandAnswer;
  /** What waits in the session, in order. */
  prompts: QueueAnswer;
  /** What became of a prompt, however long ago. */
  promptOutcome: PromptAnswer;
  /** Changes a prompt that was not delivered yet: its words, its place, or what holds it back. */
  editPrompt: CommandAnswer;
  /** Takes a prompt back that was not delivered yet. */
  withdrawPrompt: CommandAnswer;
  /** Holds the queue back, lets it go, orders it anew or empties it. */
  queue: CommandAnswer;
  /** Stops the running turn. */
  interrupt: CommandAnswer;
  /** Everything that waits for a person's answer, oldest first. */
  permissions: InboxAnswer;
  /** A question with the rule that would answer it from now on. */
  permission: PermissionDetail;
  /** The rules that hold in a directory. */
  policy: PolicyAnswer;
  /** Adds a rule to the file of the session's workspace. */
  addRule: AddedRule;
  /** What today's rules would have said to everything that was asked in a session. */
  testPolicy: PolicyTest;
  /** Answers a question of an agent. */
  answer: CommandAnswer;
  /** Names a session, or takes its name away. */
  rename: CommandAnswer;
  /** Hides a session from lists, or shows it again. */
  archive: CommandAnswer;
  /** Into the trash, for seven days. */
  trash: CommandAnswer;
  /** What can be restored; what was deleted last comes first. */
  trashed: TrashList;
  /** Removes everything in the trash for good. */
  emptyTrash: EmptyTrashAnswer;
  /** Out of the trash. */
  restore: CommandAnswer;
  /** Another session in the place of this one, with the same agent and nothing said yet. */
  clear: SessionAnswer;
  /** Ends the agent's process; the next prompt goes on with the conversation in another one. */
  restart: CommandAnswer;
  /** Ends the session and its agent. Its history stays, and the next prompt opens it again. */
  stop: CommandAnswer;
  /** Makes it the active session of its workspace. */
  select: CommandAnswer;
  /** Sets the mode from the next turn on. */
  setMode: CommandAnswer;
  /** Sets the model from the next turn on. */
  setModel: CommandAnswer;
  /** Limits of time and money for this session. */
  setLimits: CommandAnswer;
  /** A session from a file that was exported, as NDJSON: all of it, or nothing. */
  importSession: ImportAnswer;
  /** Looks at every event of a session, and at every long text that they refer to. */
  verify: VerifyAnswer;
  /** How much was done, and what it cost, since each of some moments. */
  stats: StatsAnswer;
  /** Everything that waits for a person, results that nobody has read included; oldest first. */
  attention: AttentionList;
  /** What a client's person looks at. */
  focus: FocusAnswer;
  /** People have seen everything up to `seq`. */
  acknowledge: CommandAnswer;
}
