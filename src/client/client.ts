// Skein's API as typed calls: one for each operation, in the words of those who use it, and what reads logs and lists as they go on.
import type { Event } from "../core/index.ts";
import {
  type AddedRule,
  type AgentDetail,
  type AgentList,
  type AttentionList,
  type BackupAnswer,
  type BackupList,
  type CallerAnswer,
  type CommandAnswer,
  type ConfirmationAnswer,
  type DrainAnswer,
  type EmptyTrashAnswer,
  type EnvironmentAnswer,
  type EventPageAnswer,
  type ImportAnswer,
  type InboxAnswer,
  type ListedSession,
  limits,
  type OutlineAnswer,
  type PastPermission,
  type PermissionDetail,
  type PolicyAnswer,
  type PolicyTest,
  type ProcessList,
  type PromptAnswer,
  type QueueAnswer,
  type ResolveAnswer,
  type ServerInfo,
  type SessionAnswer,
  type SessionDetail,
  type StatsAnswer,
  type TrashList,
  type UploadAnswer,
  type VerifyAnswer,
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
  /** 1,000 entries at most. */
  readonly limit?: number;
}

export class Client {
  readonly #wire: Wire;
  /** What those who follow have seen of prompts that were sent. */
  readonly #acknowledgements = new Acknowledgements();

  constructor(options: ClientOptions) {
    this.#wire = new Wire(options);
  }

  server(): Promise<ServerInfo> {
    return this.#wire.call("server");
  }

  /** Who this client is, as far as the system tells the daemon. */
  caller(): Promise<CallerAnswer> {
    return this.#wire.call("caller");
  }

  /** Shows a code for these requests on the person's terminal; `confirm` of the client's options reads it there. */
  confirmOnTerminal(terminal: string, requests?: readonly string[]): Promise<ConfirmationAnswer> {
    return this.#wire.call("confirmOnTerminal", { body: { terminal, ...(requests ? { for: [...requests] } : {}) } });
  }

  /**
   * Before what can't be sent twice, and before several commands: has the person confirm them, where the system does not tell that it is they.
   */
  async introduce(requests: readonly Confirmable[]): Promise<void> {
    const caller = await this.caller().catch((error) => {
      // An older daemon asks nobody for a code.
      if (error instanceof ProblemError && error.code === "route_not_found") return null;
      throw error;
    });
    if (caller?.needsCode) await this.#wire.confirm(requests);
  }

  /** One agent as the daemon would find it; `quick`: without what only the program itself tells. */
  agent(agent: string, { quick = false } = {}): Promise<AgentDetail> {
    return this.#wire.call("agent", { params: { agent }, query: { quick: quick ? 1 : undefined } });
  }

  /** Agents as this client's person has them: one, or all. */
  inspectAgents(body: CommandInput<"inspectAgents"> = {}): Promise<AgentList> {
    return this.#wire.call("inspectAgents", { body });
  }

  /** Agents that live now, and their memory. */
  processes(): Promise<ProcessList> {
    return this.#wire.call("processes");
  }

  /** How much was done since each of these moments (ISO times). */
  stats(since: readonly string[]): Promise<StatsAnswer> {
    return this.#wire.call("stats", { query: { since: since.join(",") } });
  }

  /** All backups, each verified anew. */
  backups(): Promise<BackupList> {
    return this.#wire.call("backups");
  }

  /** Makes a backup now. */
  backup(): Promise<BackupAnswer> {
    return this.#wire.call("backup");
  }

  /** Everything that waits for a person, results that nobody has read included; oldest first. */
  attention(): Promise<AttentionList> {
    return this.#wire.call("attention");
  }

  /** What this client's person looks at. Said once: nobody's daemon is started, or waited for, to hear it. */
  async focus(input: CommandInput<"focus">): Promise<void> {
    await this.#wire.call("focus", { body: input, isOnce: true });
  }

  /** Ends the daemon. Without a word on them, agents that rest are stopped and agents at work are kept. */
  drain(body: CommandInput<"drain"> = {}): Promise<DrainAnswer> {
    return this.#wire.call("drain", { body });
  }

  /** The session that a person means: a name, an id or its beginning; `@` for the directory's own; nothing for the default, which `by` tells. */
  resolve(query: { ref?: string | undefined; cwd: string }): Promise<ResolveAnswer> {
    return this.#wire.call("resolve", { query });
  }

  /** Those that are listed, or archived, or both; of all workspaces, or of one (its id or an absolute path); newest activity first, unless sorted otherwise. */
  sessions(query: SessionsQuery = {}): Promise<ListedSession[]> {
    return listSessions(this.#wire, query);
  }

  session(session: string): Promise<SessionDetail> {
    return this.#wire.call("session", { params: { session } });
  }

  /** One page of a log: what follows `after`, or the newest before `before`; in order either way. */
  events(session: string, query: { after?: number; before?: number; limit?: number }): Promise<EventPageAnswer> {
    return this.#wire.call("events", { params: { session }, query });
  }

  /** The session's turns at a glance; with `from` and `to`, those of a stretch of it. */
  outline(session: string, query: OutlineQuery = {}): Promise<OutlineAnswer> {
    return this.#wire.call("outline", { params: { session }, query: { ...query } });
  }

  /** The whole of a text of which an event shows the beginning, at the consumer's pace. Breaks off with an error, never silently. */
  blob(hash: string): AsyncGenerator<Uint8Array, void> {
    return readBlob(this.#wire, hash);
  }

  /** Everything after the cursor, and then what happens, over any number of connections. */
  follow(session: string, options: FollowOptions): AsyncGenerator<Followed, void> {
    const see = (event: Event): void => this.#acknowledgements.see(session, event);
    return followSession(this.#wire, session, { ...options, see });
  }

  /** Everything after the cursor, up to now. */
  log(session: string, options: FollowOptions): AsyncGenerator<{ event: Event; line: string }, void> {
    return upToNow(this.follow(session, options));
  }

  /** The list up to now, as those are given it who follow it. */
  rows(query: SessionsQuery = {}): Promise<FollowedRow[]> {
    return readRows(this.#wire, query);
  }

  /** The list from the cursor on, and then each row that changes, over any number of connections. */
  followRows(query: () => SessionsQuery, options: FollowOptions): AsyncGenerator<FollowedRow, void> {
    return followRows(this.#wire, query, options);
  }

  prompt(session: string, body: CommandInput<"prompt">): Promise<CommandAnswer> {
    return this.#wire.call("prompt", { params: { session }, body });
  }

  /**
   * A prompt, and whether it is in the log. An answer that is lost is no loss when this client follows the session: the log says it, too.
   * Without either in time it is sent once more under its id, and then it is not known.
   */
  send(
    session: string,
    body: CommandInput<"prompt">,
    { withinMs = ACKNOWLEDGE_WITHIN_MS.desktop }: { withinMs?: number } = {},
  ): Promise<Delivery> {
    // As the daemon spells it: the answer and the log name it so.
    const promptId = (body.id ?? this.#wire.newId()).toLowerCase();
    const attempt = (signal: AbortSignal): Promise<CommandAnswer> =>
      this.#wire.call("prompt", { params: { session }, body: { ...body, id: promptId }, watched: signal });
    const { wait } = this.#wire.connection;
    return send({ promptId, withinMs, attempt, acknowledgements: this.#acknowledgements, wait });
  }

  /** Puts a file into the log, for a prompt to refer to. The same content again is harmless; what no prompt refers to within an hour may go. */
  async upload(content: Uint8Array): Promise<UploadAnswer> {
    if (content.length > limits.fileBytes) throw tooLarge("file", content.length, limits.fileBytes);
    return this.#wire.call("upload", { content });
  }

  /** What waits in the session, in order. */
  queue(session: string): Promise<QueueAnswer> {
    return this.#wire.call("prompts", { params: { session } });
  }

  /** What became of a prompt, however long ago. */
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

  /** A question with the rule that would answer it from now on; of one that is closed, what became of it. */
  permission(session: string, permission: string): Promise<PermissionDetail | PastPermission> {
    return this.#wire.call("permission", { params: { session, permission } });
  }

  /** Each time that somebody is asked something or is no longer, in whichever session; the first time at once. */
  async *questionsChange(signal: AbortSignal): AsyncGenerator<void, void> {
    // Most commands have no use for a list that stays.
    const { questionsChange } = await import("./questions-change.ts");
    yield* questionsChange(this, { signal, wait: this.#wire.connection.wait });
  }

  answer(session: string, permission: string, body: CommandInput<"answer">): Promise<CommandAnswer> {
    return this.#wire.call("answer", { params: { session, permission }, body });
  }

  /** The rules that hold in a directory. */
  policy(cwd: string): Promise<PolicyAnswer> {
    return this.#wire.call("policy", { query: { cwd } });
  }

  /** What today's rules would have said to everything that was asked in a session. */
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
   * A session from a file that was exported: under its own id, or under a new one. It is read once, so it is sent once: a connection that breaks
   * is an error, and nothing was imported then. `dry`: only looks whether it could be.
   */
  async importSession(
    content: AsyncIterable<Uint8Array>,
    { asNew = false, dry = false }: { asNew?: boolean; dry?: boolean } = {},
  ): Promise<ImportAnswer> {
    // Whoever listens is there before the content is touched.
    await this.server();
    const query = { as: asNew ? "new" : undefined, dry: dry ? 1 : undefined };
    return this.#wire.call("importSession", { query, content });
  }

  /** Refused when another session of the workspace has the name. */
  rename(session: string, name: string | null): Promise<CommandAnswer> {
    return this.#wire.call("rename", { params: { session }, body: { value: name } });
  }

  select(session: string): Promise<CommandAnswer> {
    return this.#wire.call("select", { params: { session } });
  }

  /** Which variables of the session's agent are other ones than these. */
  compareEnvironment(session: string, env: Record<string, string>): Promise<EnvironmentAnswer> {
    return this.#wire.call("compareEnvironment", { params: { session }, body: { env } });
  }

  /** For people only. A process that lives keeps what it has. */
  renewEnvironment(
    session: string,
    env: Record<string, string>,
    { expect }: Pick<CommandInput<"renewEnvironment">, "expect"> = {},
  ): Promise<EnvironmentAnswer> {
    return this.#wire.call("renewEnvironment", { params: { session }, body: { env, expect } });
  }

  /** `null`: as the agent works by itself, where a new process of it has no mode */
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

  /** `expect`, here as in the others: the session as a person was shown it (`shownIn`); where something has begun since then, nothing is done. */
  restart(session: string, body: CommandInput<"restart"> = {}): Promise<CommandAnswer> {
    return this.#wire.call("restart", { params: { session }, body });
  }

  stop(session: string, body: CommandInput<"stop"> = {}): Promise<CommandAnswer> {
    return this.#wire.call("stop", { params: { session }, body });
  }

  /** One whose agent works is refused, unless it may be stopped (`force`). */
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

  /** Into the trash, for seven days. */
  trash(session: string, body: CommandInput<"trash"> = {}): Promise<CommandAnswer> {
    return this.#wire.call("trash", { params: { session }, body });
  }

  /** What can be restored; what was deleted last comes first. */
  trashed(): Promise<TrashList> {
    return this.#wire.call("trashed");
  }

  restore(session: string): Promise<CommandAnswer> {
    return this.#wire.call("restore", { params: { session } });
  }

  /** Removes for good what is in the trash. `sessions`: only those; without it everything that is there by then. */
  emptyTrash(sessions?: readonly string[]): Promise<EmptyTrashAnswer> {
    return this.#wire.call("emptyTrash", { body: sessions ? { sessions: [...sessions] } : {} });
  }

  /** Looks at every event of a session, and at every long text that they refer to. */
  verify(session: string): Promise<VerifyAnswer> {
    return this.#wire.call("verify", { params: { session } });
  }
}
