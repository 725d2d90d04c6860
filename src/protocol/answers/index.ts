// What each route answers. The shapes are in the files beside this one, by what they are about.
import type { ServerInfo } from "../api.ts";
import type { AgentDetail, AgentList, ProcessList } from "./agent.ts";
import type {
  AddedRule,
  AttentionList,
  FocusAnswer,
  InboxAnswer,
  PermissionDetail,
  PolicyAnswer,
  PolicyTest,
} from "./attention.ts";
import type { BackupAnswer, BackupList, CallerAnswer, ConfirmationAnswer, DrainAnswer, StatsAnswer } from "./daemon.ts";
import type { CommitPageAnswer, EventPageAnswer } from "./events.ts";
import type { PromptAnswer, QueueAnswer, UploadAnswer } from "./prompt.ts";
import type {
  CommandAnswer,
  EmptyTrashAnswer,
  EnvironmentAnswer,
  ImportAnswer,
  ResolveAnswer,
  SessionAnswer,
  SessionDetail,
  SessionList,
  TrashList,
  VerifyAnswer,
} from "./session.ts";

export type * from "./agent.ts";
export type * from "./attention.ts";
export type * from "./daemon.ts";
export type * from "./events.ts";
export type * from "./prompt.ts";
export type * from "./session.ts";

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
  /** Who calls, as far as the system tells. */
  caller: CallerAnswer;
  /** Shows a code on a terminal of the user's that no agent has: what only people may do takes it where the system does not tell who calls. */
  confirmOnTerminal: ConfirmationAnswer;
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
  /** Stops the running turn; where none runs, the background tasks, if the agent can be asked to. */
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
  /** Which variables of the session's agent differ from those that are sent, by name. */
  compareEnvironment: EnvironmentAnswer;
  /** Gives the session's agent the environment that is sent, from its next process on. */
  renewEnvironment: EnvironmentAnswer;
  /** Sets the mode from the next turn on, or takes it back. */
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
