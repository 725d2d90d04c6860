// Skein's API as typed calls: one for each operation, and readers and followers of logs and lists.
import type { Event } from "../core/index.ts";
import {
  type AddedRule,
  type AgentDetail,
  type AgentList,
  type AttentionList,
  type BackupAnswer,
  type BackupList,
  type CallerAnswer,
  type ClosedWebAnswer,
  type CommandAnswer,
  type ConfirmationAnswer,
  type DeviceList,
  type DirectoryList,
  type DrainAnswer,
  type EmptyTrashAnswer,
  type EnvironmentAnswer,
  type EventPageAnswer,
  type FileList,
  type FindAnswer,
  type ImportAnswer,
  type InboxAnswer,
  type ListedSession,
  limits,
  type OpenedWebAnswer,
  type OutlineAnswer,
  type PairAnswer,
  type PastPermission,
  type PermissionDetail,
  type PolicyAnswer,
  type PolicyTest,
  type ProcessList,
  type PromptAnswer,
  type QueueAnswer,
  type ResolveAnswer,
  type RevokedAnswer,
  type ServerInfo,
  type SessionAnswer,
  type SessionDetail,
  type SignInAnswer,
  type SignOutAnswer,
  type StatsAnswer,
  type TrashList,
  type UploadAnswer,
  type VerifyAnswer,
  type WebStatusAnswer,
} from "../protocol/index.ts";
import { Acknowledgements } from "./acknowledgements.ts";
import type { Followed } from "./consume-lines.ts";
import type { FollowedRow } from "./consume-rows.ts";
import type { FollowOptions } from "./follow.ts";
import { ProblemError } from "./problem-error.ts";
import { followRows, followSession, listSessions, readBlob, readRows, upToNow } from "./read-log.ts";
import { ACKNOWLEDGE_WITHIN_MS, type Delivery, send } from "./send.ts";
import type { SessionsQuery } from "./session-filter.ts";
import { type ClientOptions, type CommandInput, type Confirmable, tooLarge, Wire } from "./wire.ts";

export type { ClientOptions } from "./wire.ts";

export interface OutlineQuery {
  readonly from?: number;
  readonly to?: number;
  /** At most 1,000 entries. */
  readonly limit?: number;
}

export interface FindQuery {
  readonly query: string;
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  /** Several separated by commas. */
  readonly kinds?: string | undefined;
  /** At most 200; 50 if absent. */
  readonly limit?: number | undefined;
}

export class Client {
  readonly #wire: Wire;
  /** Prompts that followers have seen in the log. */
  readonly #acknowledgements = new Acknowledgements();

  constructor(options: ClientOptions) {
    this.#wire = new Wire(options);
  }

  server(): Promise<ServerInfo> {
    return this.#wire.call("server");
  }

  /** The caller as the daemon sees this client, as far as the system tells. */
  caller(): Promise<CallerAnswer> {
    return this.#wire.call("caller");
  }

  /** Shows a code for these requests on the person's terminal; the client's option `confirm` reads it there. */
  confirmOnTerminal(terminal: string, requests?: readonly string[]): Promise<ConfirmationAnswer> {
    return this.#wire.call("confirmOnTerminal", { body: { terminal, ...(requests ? { for: [...requests] } : {}) } });
  }

  /** Before a request that can't be sent twice, or before several commands: has the person confirm them, if the system does not tell who calls. */
  async introduce(requests: readonly Confirmable[]): Promise<void> {
    const caller = await this.caller().catch((error) => {
      // An older daemon requires no code.
      if (error instanceof ProblemError && error.code === "route_not_found") return null;
      throw error;
    });
    if (caller?.needsCode) await this.#wire.confirm(requests);
  }

  /** One agent as the daemon would find it; `quick`: without facts for which the program must be run. */
  agent(agent: string, { quick = false } = {}): Promise<AgentDetail> {
    return this.#wire.call("agent", { params: { agent }, query: { quick: quick ? 1 : undefined } });
  }

  /** The agents in this client's environment: one, or all. */
  inspectAgents(body: CommandInput<"inspectAgents"> = {}): Promise<AgentList> {
    return this.#wire.call("inspectAgents", { body });
  }

  /** Running agents, and their memory. */
  processes(): Promise<ProcessList> {
    return this.#wire.call("processes");
  }

  /** Activity since each of these times (ISO). */
  stats(since: readonly string[]): Promise<StatsAnswer> {
    return this.#wire.call("stats", { query: { since: since.join(",") } });
  }

  /** All backups, each verified again. */
  backups(): Promise<BackupList> {
    return this.#wire.call("backups");
  }

  /** Makes a backup now. */
  backup(): Promise<BackupAnswer> {
    return this.#wire.call("backup");
  }

  /** Everything that waits for a person, including unread results; oldest first. */
  attention(): Promise<AttentionList> {
    return this.#wire.call("attention");
  }

  /** Reports what this client's user looks at. Sent once: it neither starts a daemon nor waits for one. */
  async focus(input: CommandInput<"focus">): Promise<void> {
    await this.#wire.call("focus", { body: input, isOnce: true });
  }

  /** Ends the daemon. By default idle agents are stopped and busy agents keep running. */
  drain(body: CommandInput<"drain"> = {}): Promise<DrainAnswer> {
    return this.#wire.call("drain", { body });
  }

  /** The session that a person means: a name, an id or id prefix; `@` for the directory's own; nothing for the default (see `by`). */
  resolve(query: { ref?: string | undefined; cwd: string }): Promise<ResolveAnswer> {
    return this.#wire.call("resolve", { query });
  }

  /**
   * Listed sessions, archived ones, or both; of all workspaces, or of one (its id or an absolute path); newest activity first, unless sorted
   * otherwise.
   */
  sessions(query: SessionsQuery = {}): Promise<ListedSession[]> {
    return listSessions(this.#wire, query);
  }

  session(session: string): Promise<SessionDetail> {
    return this.#wire.call("session", { params: { session } });
  }

  /** One page of a log: the events after `after`, or the newest before `before`, always in log order. */
  events(session: string, query: { after?: number; before?: number; limit?: number }): Promise<EventPageAnswer> {
    return this.#wire.call("events", { params: { session }, query });
  }

  /** Files and directories of the session's workspace by a few letters, best first. */
  files(session: string, query: string, { limit }: { limit?: number } = {}): Promise<FileList> {
    return this.#wire.call("files", { params: { session }, query: { query, limit } });
  }

  /** Words in a session: back from the end, from before a seq, or forward behind one. */
  find(session: string, query: FindQuery): Promise<FindAnswer> {
    return this.#wire.call("find", { params: { session }, query: { ...query } });
  }

  /** Directories that a typed path may become. */
  directories(path: string, { limit }: { limit?: number } = {}): Promise<DirectoryList> {
    return this.#wire.call("directories", { query: { path, limit } });
  }

  /** The session's turns at a glance; with `from` and `to`, a part of them. */
  outline(session: string, query: OutlineQuery = {}): Promise<OutlineAnswer> {
    return this.#wire.call("outline", { params: { session }, query: { ...query } });
  }

  /** The whole text of a blob, at the consumer's pace. It fails with an error, never silently. */
  blob(hash: string): AsyncGenerator<Uint8Array, void> {
    return readBlob(this.#wire, hash);
  }

  /** Everything after the cursor, then live events, over any number of connections. */
  follow(session: string, options: FollowOptions): AsyncGenerator<Followed, void> {
    const see = (event: Event): void => this.#acknowledgements.see(session, event);
    return followSession(this.#wire, session, { ...options, see });
  }

  /** Everything after the cursor, up to now. */
  log(session: string, options: FollowOptions): AsyncGenerator<{ event: Event; line: string }, void> {
    return upToNow(this.follow(session, options));
  }

  /** The list up to now, in the form that followers get. */
  rows(query: SessionsQuery = {}): Promise<FollowedRow[]> {
    return readRows(this.#wire, query);
  }

  /** The list from the cursor on, then each row that changes, over any number of connections. */
  followRows(query: () => SessionsQuery, options: FollowOptions): AsyncGenerator<FollowedRow, void> {
    return followRows(this.#wire, query, options);
  }

  prompt(session: string, body: CommandInput<"prompt">): Promise<CommandAnswer> {
    return this.#wire.call("prompt", { params: { session }, body });
  }

  /**
   * Sends a prompt, and tells whether it is in the log. A lost answer does not matter if this client follows the session, because the log shows the
   * prompt, too. Without either in time it is sent once more under its id; after that its state is unknown.
   */
  send(
    session: string,
    body: CommandInput<"prompt">,
    { withinMs = ACKNOWLEDGE_WITHIN_MS.desktop }: { withinMs?: number } = {},
  ): Promise<Delivery> {
    // In the daemon's spelling, which the answer and the log use.
    const promptId = (body.id ?? this.#wire.newId()).toLowerCase();
    const attempt = (signal: AbortSignal, onLost: () => void): Promise<CommandAnswer> =>
      this.#wire.call("prompt", { params: { session }, body: { ...body, id: promptId }, watched: signal, onLost });
    const { wait } = this.#wire.connection;
    return send({ promptId, withinMs, attempt, acknowledgements: this.#acknowledgements, wait });
  }

  /**
   * Stores a file, for a prompt to refer to. Uploading the same content again is harmless; a file without a prompt may be removed after an hour.
   */
  async upload(content: Uint8Array): Promise<UploadAnswer> {
    if (content.length > limits.fileBytes) throw tooLarge("file", content.length, limits.fileBytes);
    return this.#wire.call("upload", { content });
  }

  /** The session's queue, in order. */
  queue(session: string): Promise<QueueAnswer> {
    return this.#wire.call("prompts", { params: { session } });
  }

  /** The outcome of a prompt, however old. */
  promptOutcome(session: string, prompt: string): Promise<PromptAnswer> {
    return this.#wire.call("promptOutcome", { params: { session, prompt } });
  }

  editPrompt(session: string, prompt: string, body: CommandInput<"editPrompt">): Promise<CommandAnswer> {
    return this.#wire.call("editPrompt", { params: { session, prompt }, body });
  }

  withdrawPrompt(session: string, prompt: string, body: CommandInput<"withdrawPrompt"> = {}): Promise<CommandAnswer> {
    return this.#wire.call("withdrawPrompt", { params: { session, prompt }, body });
  }

  changeQueue(session: string, body: CommandInput<"queue">): Promise<CommandAnswer> {
    return this.#wire.call("queue", { params: { session }, body });
  }

  interrupt(session: string, body: CommandInput<"interrupt"> = {}): Promise<CommandAnswer> {
    return this.#wire.call("interrupt", { params: { session }, body });
  }

  /** Everything that waits for a person, oldest first. */
  inbox(): Promise<InboxAnswer> {
    return this.#wire.call("permissions");
  }

  /** A question with the rule that would answer it from now on; of a closed question, how it closed. */
  permission(session: string, permission: string): Promise<PermissionDetail | PastPermission> {
    return this.#wire.call("permission", { params: { session, permission } });
  }

  /** Calls back whenever a question opens or closes, in any session; the first time at once. */
  async *questionsChange(signal: AbortSignal): AsyncGenerator<void, void> {
    // Most commands need no live list.
    const { questionsChange } = await import("./questions-change.ts");
    yield* questionsChange(this, { signal, wait: this.#wire.connection.wait });
  }

  answer(session: string, permission: string, body: CommandInput<"answer">): Promise<CommandAnswer> {
    return this.#wire.call("answer", { params: { session, permission }, body });
  }

  /** The rules that apply in a directory. */
  policy(cwd: string): Promise<PolicyAnswer> {
    return this.#wire.call("policy", { query: { cwd } });
  }

  /** What today's rules would have answered to every question of a session. */
  testPolicy(session: string): Promise<PolicyTest> {
    return this.#wire.call("testPolicy", { body: { session } });
  }

  /** Adds a rule to the file of the session's workspace. */
  addRule(session: string, rule: string): Promise<AddedRule> {
    return this.#wire.call("addRule", { body: { session, rule } });
  }

  create(body: CommandInput<"create">): Promise<SessionAnswer> {
    return this.#wire.call("create", { body });
  }

  attach(body: CommandInput<"attach">): Promise<SessionAnswer> {
    return this.#wire.call("attach", { body });
  }

  fork(session: string, body: CommandInput<"fork"> = {}): Promise<SessionAnswer> {
    return this.#wire.call("fork", { params: { session }, body });
  }

  clear(session: string, body: CommandInput<"clear"> = {}): Promise<SessionAnswer> {
    return this.#wire.call("clear", { params: { session }, body });
  }

  /**
   * Imports a session from an exported file, under its own id or a new one. The file is read and sent once: if the connection breaks, the call
   * fails and nothing was imported. `dry`: only checks it.
   */
  async importSession(
    content: AsyncIterable<Uint8Array>,
    { asNew = false, dry = false }: { asNew?: boolean; dry?: boolean } = {},
  ): Promise<ImportAnswer> {
    // The daemon is known to listen before the content is read.
    await this.server();
    const query = { as: asNew ? "new" : undefined, dry: dry ? 1 : undefined };
    return this.#wire.call("importSession", { query, content });
  }

  /** Refused if another session of the workspace has the name. */
  rename(session: string, name: string | null): Promise<CommandAnswer> {
    return this.#wire.call("rename", { params: { session }, body: { value: name } });
  }

  select(session: string): Promise<CommandAnswer> {
    return this.#wire.call("select", { params: { session } });
  }

  /** The names of variables that differ between the agent's environment and this one. */
  compareEnvironment(session: string, env: Record<string, string>): Promise<EnvironmentAnswer> {
    return this.#wire.call("compareEnvironment", { params: { session }, body: { env } });
  }

  /** For people only. A running process keeps its environment. */
  renewEnvironment(
    session: string,
    env: Record<string, string>,
    { expect }: Pick<CommandInput<"renewEnvironment">, "expect"> = {},
  ): Promise<EnvironmentAnswer> {
    return this.#wire.call("renewEnvironment", { params: { session }, body: { env, expect } });
  }

  /** `null`: the agent's own default; a new process has no mode */
  setMode(session: string, value: string | null): Promise<CommandAnswer> {
    return this.#wire.call("setMode", { params: { session }, body: { value } });
  }

  setModel(session: string, value: string): Promise<CommandAnswer> {
    return this.#wire.call("setModel", { params: { session }, body: { value } });
  }

  setLimits(session: string, body: CommandInput<"setLimits">): Promise<CommandAnswer> {
    return this.#wire.call("setLimits", { params: { session }, body });
  }

  acknowledge(session: string, seq: number): Promise<CommandAnswer> {
    return this.#wire.call("acknowledge", { params: { session }, body: { seq } });
  }

  /** `expect`, also in the other calls: the session as shown to the person (`shownIn`); if something has started since then, nothing is done. */
  restart(session: string, body: CommandInput<"restart"> = {}): Promise<CommandAnswer> {
    return this.#wire.call("restart", { params: { session }, body });
  }

  stop(session: string, body: CommandInput<"stop"> = {}): Promise<CommandAnswer> {
    return this.#wire.call("stop", { params: { session }, body });
  }

  /** A busy session is refused, unless `force` allows stopping it. */
  archive(
    session: string,
    isArchived: boolean,
    { force = false, expect }: Pick<CommandInput<"archive">, "force" | "expect"> = {},
  ): Promise<CommandAnswer> {
    return this.#wire.call("archive", {
      params: { session },
      body: { value: isArchived, ...(force ? { force } : {}), expect },
    });
  }

  /** Pins, snoozes, marks as unread, moves: only what is given changes. */
  arrange(session: string, arrangement: CommandInput<"arrange">): Promise<CommandAnswer> {
    return this.#wire.call("arrange", { params: { session }, body: arrangement });
  }

  /** Into the trash, for seven days. */
  trash(session: string, body: CommandInput<"trash"> = {}): Promise<CommandAnswer> {
    return this.#wire.call("trash", { params: { session }, body });
  }

  /** Sessions that can be restored; last deleted first. */
  trashed(): Promise<TrashList> {
    return this.#wire.call("trashed");
  }

  restore(session: string): Promise<CommandAnswer> {
    return this.#wire.call("restore", { params: { session } });
  }

  /** Removes everything in the trash for good. `sessions`: only those. */
  emptyTrash(sessions?: readonly string[]): Promise<EmptyTrashAnswer> {
    return this.#wire.call("emptyTrash", { body: sessions ? { sessions: [...sessions] } : {} });
  }

  /** Opens the page for browsers; the address that is returned signs one of them in. */
  openWeb(body: CommandInput<"openWeb"> = {}): Promise<OpenedWebAnswer> {
    return this.#wire.call("openWeb", { body });
  }

  /** A code for a device that is not this machine; refused as long as no other can reach the page. */
  pair(): Promise<PairAnswer> {
    return this.#wire.call("pair");
  }

  /** Closes the page for all browsers. Devices stay signed in for the next time. */
  closeWeb(): Promise<ClosedWebAnswer> {
    return this.#wire.call("closeWeb");
  }

  webStatus(): Promise<WebStatusAnswer> {
    return this.#wire.call("webStatus");
  }

  /** Signs this device in with a code, for what it calls from then on. */
  signIn(code: string, { as }: Pick<CommandInput<"signIn">, "as"> = {}): Promise<SignInAnswer> {
    return this.#wire.call("signIn", { body: { code, as } });
  }

  signOut(): Promise<SignOutAnswer> {
    return this.#wire.call("signOut");
  }

  /** The devices that are signed in to the page; last seen first. */
  devices(): Promise<DeviceList> {
    return this.#wire.call("devices");
  }

  /** Signs these devices out, or all of them, and cuts their connections. */
  revokeDevices(devices?: readonly string[]): Promise<RevokedAnswer> {
    return this.#wire.call("revokeDevices", { body: devices ? { devices: [...devices] } : {} });
  }

  /** Checks every event of a session, and every long text that they refer to. */
  verify(session: string): Promise<VerifyAnswer> {
    return this.#wire.call("verify", { params: { session } });
  }
}
