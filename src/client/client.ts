// Skein's API as typed calls. Paths come from the route table; every command carries an id, so that a retry is harmless.
import type { Event } from "../core/index.ts";
import {
  type AddedRule,
  type AgentDetail,
  type AgentList,
  type Answers,
  type AttentionList,
  type BackupAnswer,
  type BackupList,
  type BodyOf,
  type CommandAnswer,
  type CommandRoute,
  type DrainAnswer,
  type EmptyTrashAnswer,
  type EventPageAnswer,
  type ImportAnswer,
  type InboxAnswer,
  type ListedSession,
  limits,
  NDJSON,
  type PermissionDetail,
  type PolicyAnswer,
  type PolicyTest,
  type ProcessList,
  type PromptAnswer,
  problem,
  type QueueAnswer,
  type ResolveAnswer,
  type RouteName,
  routes,
  type ServerInfo,
  type SessionAnswer,
  type SessionDetail,
  type StatsAnswer,
  type TrashList,
  type UploadAnswer,
  type VerifyAnswer,
} from "../protocol/index.ts";
import { Acknowledgements } from "./acknowledgements.ts";
import { realWait, type Wait } from "./back-off.ts";
import { ConnectionError } from "./connection-error.ts";
import { type FollowOptions, follow } from "./follow.ts";
import { linesOf, textOf } from "./lines.ts";
import { ProblemError } from "./problem-error.ts";
import { type Connection, requestOnce, requestWithRetry } from "./request.ts";
import { ACKNOWLEDGE_WITHIN_MS, type Delivery, send } from "./send.ts";
import type { Followed } from "./take-lines.ts";
import type { Transport } from "./transport.ts";
import { aboutQuestions, watchAll } from "./watch-all.ts";

export interface ClientOptions {
  readonly transport: Transport;
  /** What this client calls itself: people see it as who did something. */
  readonly name: string;
  readonly revive?: () => Promise<void>;
  readonly newId?: () => string;
  readonly wait?: Wait;
}

type Query = Readonly<Record<string, string | number | undefined>>;
interface Place {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Query;
}
/** The body of a command; its id is made here unless the caller wants to choose it. */
type Wish<R extends CommandRoute> = Omit<BodyOf<R>, "id"> & { id?: string };

type SessionsQuery = {
  readonly workspace?: string | undefined;
  readonly shelf?: "listed" | "archived" | "all" | undefined;
  /** Several with commas, as with agent. */
  readonly status?: string | undefined;
  readonly agent?: string | undefined;
  /** An ISO time: those in which a person did something since. */
  readonly since?: string | undefined;
  readonly sort?: "active" | "created" | "name" | undefined;
};

/** A cursor behind which nothing is: the answer tells where the end is. */
const PAST_THE_END = 999_999_999_999_999;

export class Client {
  readonly #connection: Connection;
  readonly #newId: () => string;
  readonly #name: string;
  readonly #acknowledgements = new Acknowledgements();

  constructor({ transport, name, revive, newId, wait }: ClientOptions) {
    this.#connection = { transport, revive: revive ?? null, wait: wait ?? realWait };
    this.#name = name;
    this.#newId = newId ?? (() => crypto.randomUUID());
  }

  server(): Promise<ServerInfo> {
    return this.#get("server", {});
  }

  /** One agent as the daemon would find it; `quick`: without what only the program itself tells. */
  agent(agent: string, { quick = false } = {}): Promise<AgentDetail> {
    return this.#get("agent", { params: { agent }, query: { quick: quick ? 1 : undefined } });
  }

  /** Agents as this client's person has them: one, or all. */
  inspectAgents(body: Wish<"inspectAgents"> = {}): Promise<AgentList> {
    return this.#command("inspectAgents", body);
  }

  /** Agents that live now, and their memory. */
  processes(): Promise<ProcessList> {
    return this.#get("processes", {});
  }

  /** The session that a person means: a name, an id or its beginning; nothing for the default. */
  resolve(query: { ref?: string | undefined; cwd: string }): Promise<ResolveAnswer> {
    return this.#get("resolve", { query });
  }

  /** Those that are listed, or archived, or both; of all workspaces, or of one (its id or an absolute path); newest activity first, unless sorted otherwise. */
  sessions(query: SessionsQuery = {}): Promise<ListedSession[]> {
    const request = { method: "GET", path: pathOf("sessions", { query }), headers: { accept: NDJSON } };
    return requestWithRetry(this.#connection, request, async ({ body }) => {
      const listed: ListedSession[] = [];
      for await (const lines of linesOf(body)) for (const line of lines) listed.push(JSON.parse(line) as ListedSession);
      return listed;
    });
  }

  session(session: string): Promise<SessionDetail> {
    return this.#get("session", { params: { session } });
  }

  /** One page of a log: what follows `after`, or the newest before `before`; in order either way. */
  events(session: string, query: { after?: number; before?: number; limit?: number }): Promise<EventPageAnswer> {
    return this.#get("events", { params: { session }, query });
  }

  /** The whole of a text of which an event shows the beginning, at the consumer's pace. Breaks off with an error, never silently. */
  async *blob(hash: string): AsyncGenerator<Uint8Array, void> {
    const request = { method: "GET", path: pathOf("blob", { params: { hash } }), headers: {} };
    const { body } = await requestWithRetry(this.#connection, request, async (response) => response);
    yield* body;
  }

  /** Puts a file into the log, for a prompt to refer to. The same content again is harmless; what no prompt refers to within an hour may go. */
  async upload(content: Uint8Array): Promise<UploadAnswer> {
    if (content.length > limits.fileBytes) throw tooLarge("file", content.length, limits.fileBytes);
    const headers = {
      accept: "application/json",
      "content-type": "application/octet-stream",
      "skein-client": this.#name,
    };
    const request = { method: routes.upload.method, path: pathOf("upload", {}), headers, bytes: content };
    return requestWithRetry(this.#connection, request, readJson<UploadAnswer>);
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
    const headers = { accept: "application/json", "content-type": NDJSON, "skein-client": this.#name };
    const { method } = routes.importSession;
    const request = { method, path: pathOf("importSession", { query }), headers, stream: content, isLong: true };
    return readJson<ImportAnswer>(await requestOnce(this.#connection.transport, request));
  }

  /** Everything after the cursor, and then what happens, over any number of connections. */
  follow(session: string, options: FollowOptions): AsyncGenerator<Followed, void> {
    const path = ({ after, epoch }: { after: number; epoch: string | null }): string =>
      pathOf("events", { params: { session }, query: { follow: 1, after, epoch: epoch ?? undefined } });
    const see = (event: Event): void => this.#acknowledgements.see(session, event);
    return follow(this.#connection, path, { ...options, see });
  }

  /** Everything after the cursor, up to now. */
  async *log(session: string, options: FollowOptions): AsyncGenerator<{ event: Event; line: string }, void> {
    let hasBegun = false;
    for await (const item of this.follow(session, options)) {
      if (item.kind === "event") {
        hasBegun = true;
        yield item;
      } else if (item.frame.frame === "caught_up") return;
      else if (item.frame.frame === "reset") {
        // In the midst of reading it is another log that would follow.
        if (hasBegun || item.frame.reason === "epoch")
          throw new ConnectionError("lost", "The log was replaced while it was read.");
        // A cursor past the end has nothing after it; one before the beginning has everything after it.
        if (item.frame.reason === "ahead") return;
      }
    }
  }

  create(body: Wish<"create">): Promise<SessionAnswer> {
    return this.#command("create", body);
  }

  fork(session: string, body: Wish<"fork"> = {}): Promise<SessionAnswer> {
    return this.#command("fork", body, { session });
  }

  /** Refused when another session of the workspace has the name. */
  rename(session: string, name: string | null): Promise<CommandAnswer> {
    return this.#command("rename", { value: name }, { session });
  }

  archive(session: string, isArchived: boolean): Promise<CommandAnswer> {
    return this.#command("archive", { value: isArchived }, { session });
  }

  /** Into the trash, for seven days. */
  trash(session: string, body: Wish<"trash"> = {}): Promise<CommandAnswer> {
    return this.#command("trash", body, { session });
  }

  /** What can be restored; what was deleted last comes first. */
  trashed(): Promise<TrashList> {
    return this.#get("trashed", {});
  }

  /** Removes everything in the trash for good. */
  emptyTrash(): Promise<EmptyTrashAnswer> {
    return this.#command("emptyTrash", {});
  }

  restore(session: string): Promise<CommandAnswer> {
    return this.#command("restore", {}, { session });
  }

  clear(session: string, body: Wish<"clear"> = {}): Promise<SessionAnswer> {
    return this.#command("clear", body, { session });
  }

  restart(session: string): Promise<CommandAnswer> {
    return this.#command("restart", {}, { session });
  }

  attach(body: Wish<"attach">): Promise<SessionAnswer> {
    return this.#command("attach", body);
  }

  prompt(session: string, body: Wish<"prompt">): Promise<CommandAnswer> {
    return this.#command("prompt", body, { session });
  }

  /**
   * A prompt, and whether it is in the log. An answer that is lost is no loss when this client follows the session: the log says it, too.
   * Without either in time it is sent once more under its id, and then it is not known.
   */
  send(session: string, body: Wish<"prompt">, { withinMs = ACKNOWLEDGE_WITHIN_MS.desktop } = {}): Promise<Delivery> {
    const promptId = body.id ?? this.#newId();
    const attempt = (signal: AbortSignal): Promise<CommandAnswer> =>
      this.#command("prompt", { ...body, id: promptId }, { session }, signal);
    const { wait } = this.#connection;
    return send({ promptId, withinMs, attempt, acknowledgements: this.#acknowledgements, wait });
  }

  /** What waits in the session, in order. */
  queue(session: string): Promise<QueueAnswer> {
    return this.#get("prompts", { params: { session } });
  }

  /** What became of a prompt, however long ago. */
  promptOutcome(session: string, prompt: string): Promise<PromptAnswer> {
    return this.#get("promptOutcome", { params: { session, prompt } });
  }

  editPrompt(session: string, prompt: string, body: Wish<"editPrompt">): Promise<CommandAnswer> {
    return this.#command("editPrompt", body, { session, prompt });
  }

  withdrawPrompt(session: string, prompt: string, body: Wish<"withdrawPrompt"> = {}): Promise<CommandAnswer> {
    return this.#command("withdrawPrompt", body, { session, prompt });
  }

  changeQueue(session: string, body: Wish<"queue">): Promise<CommandAnswer> {
    return this.#command("queue", body, { session });
  }

  interrupt(session: string, body: Wish<"interrupt"> = {}): Promise<CommandAnswer> {
    return this.#command("interrupt", body, { session });
  }

  /** Everything that waits for a person, oldest first. */
  inbox(): Promise<InboxAnswer> {
    return this.#get("permissions", {});
  }

  /** A question with the rule that would answer it from now on. */
  permission(session: string, permission: string): Promise<PermissionDetail> {
    return this.#get("permission", { params: { session, permission } });
  }

  /** Each time that somebody is asked something or is no longer, in whichever session; the first time at once. */
  questionsChange(signal: AbortSignal): AsyncGenerator<void, void> {
    return this.#watch({ types: aboutQuestions, signal });
  }

  /** Each time that anything happens, in whichever session; the first time at once. */
  sessionsChange(
    signal: AbortSignal,
    { onBreak }: { onBreak?: (error: unknown) => void } = {},
  ): AsyncGenerator<void, void> {
    return this.#watch({ types: null, signal, onBreak });
  }

  /** The rules that hold in a directory. */
  policy(cwd: string): Promise<PolicyAnswer> {
    return this.#get("policy", { query: { cwd } });
  }

  /** What today's rules would have said to everything that was asked in a session. */
  testPolicy(session: string): Promise<PolicyTest> {
    return this.#command("testPolicy", { session });
  }

  /** Adds a rule to the file of the session's workspace. */
  addRule(session: string, rule: string): Promise<AddedRule> {
    return this.#command("addRule", { session, rule });
  }

  answer(session: string, permission: string, body: Wish<"answer">): Promise<CommandAnswer> {
    return this.#command("answer", body, { session, permission });
  }

  stop(session: string): Promise<CommandAnswer> {
    return this.#command("stop", {}, { session });
  }

  select(session: string): Promise<CommandAnswer> {
    return this.#command("select", {}, { session });
  }

  setMode(session: string, value: string): Promise<CommandAnswer> {
    return this.#command("setMode", { value }, { session });
  }

  setModel(session: string, value: string): Promise<CommandAnswer> {
    return this.#command("setModel", { value }, { session });
  }

  setLimits(session: string, body: Wish<"setLimits">): Promise<CommandAnswer> {
    return this.#command("setLimits", body, { session });
  }

  acknowledge(session: string, seq: number): Promise<CommandAnswer> {
    return this.#command("acknowledge", { seq }, { session });
  }

  /** Looks at every event of a session, and at every long text that they refer to. */
  verify(session: string): Promise<VerifyAnswer> {
    return this.#command("verify", {}, { session });
  }

  /** How much was done since each of these moments (ISO times). */
  stats(since: readonly string[]): Promise<StatsAnswer> {
    return this.#get("stats", { query: { since: since.join(",") } });
  }

  /** All backups, each verified anew. */
  backups(): Promise<BackupList> {
    return this.#get("backups", {});
  }

  /** Makes a backup now. */
  backup(): Promise<BackupAnswer> {
    return this.#command("backup", {});
  }

  /** Everything that waits for a person, results that nobody has read included; oldest first. */
  attention(): Promise<AttentionList> {
    return this.#get("attention", {});
  }

  /** What this client's person looks at. Said once: nobody's daemon is started, or waited for, to hear it. */
  async focus(wish: Wish<"focus">): Promise<void> {
    const headers = { "content-type": "application/json", "skein-client": this.#name };
    const body = JSON.stringify({ id: this.#newId(), ...wish });
    const request = { method: routes.focus.method, path: pathOf("focus", {}), headers, body };
    await textOf((await requestOnce(this.#connection.transport, request)).body);
  }

  /** Ends the daemon. Without a word on them, agents that rest are stopped and agents at work are kept. */
  drain(body: Wish<"drain"> = {}): Promise<DrainAnswer> {
    return this.#command("drain", body);
  }

  #watch(watching: Pick<Parameters<typeof watchAll>[1], "types" | "signal" | "onBreak">): AsyncGenerator<void, void> {
    const head = async (): Promise<number> =>
      (await this.#get("allEvents", { query: { after: PAST_THE_END, limit: 1 } })).lastCommit;
    return watchAll(this.#connection, {
      ...watching,
      head,
      path: (after) => pathOf("allEvents", { query: { follow: 1, after } }),
    });
  }

  #get<R extends RouteName>(route: R, place: Place): Promise<Answers[R]> {
    const headers = { accept: "application/json" };
    const request = { method: "GET", path: pathOf(route, place), headers, isLong: isLong(route) };
    return requestWithRetry(this.#connection, request, readJson<Answers[R]>);
  }

  async #command<R extends CommandRoute>(
    route: R,
    wish: object,
    params: Readonly<Record<string, string>> = {},
    signal?: AbortSignal,
  ): Promise<Answers[R]> {
    const body = JSON.stringify({ id: this.#newId(), ...wish });
    const bytes = new TextEncoder().encode(body).length;
    // Said here: a server that refuses a large body may close before the client has read why.
    if (bytes > limits.bodyBytes) throw tooLarge("request", bytes, limits.bodyBytes);
    const headers = { accept: "application/json", "content-type": "application/json", "skein-client": this.#name };
    const request = {
      method: routes[route].method,
      path: pathOf(route, { params }),
      headers,
      body,
      signal,
      isLong: isLong(route),
    };
    return requestWithRetry(this.#connection, request, readJson<Answers[R]>);
  }
}

/** Copies and checks of a whole log, and the end of agents, take as long as they take. */
const isLong = (route: RouteName): boolean =>
  ["backup", "backups", "drain", "verify", "stats", "emptyTrash"].includes(route);

const readJson = async <T>({ body }: { body: AsyncIterable<Uint8Array> }): Promise<T> =>
  JSON.parse(await textOf(body)) as T;

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

function tooLarge(what: "file" | "request", bytes: number, limit: number): ProblemError {
  const detail = `The ${what} has ${megabytes(bytes)}, and the daemon takes ${megabytes(limit)} at most.`;
  return new ProblemError(problem("too_large", detail, { limit }));
}

function pathOf(route: RouteName, { params = {}, query = {} }: Place): string {
  const path = routes[route].path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]): [string, string][] =>
      value === undefined ? [] : [[key, `${value}`]],
    ),
  ).toString();
  return search ? `${path}?${search}` : path;
}
