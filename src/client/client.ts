// Skein's API as typed calls. Paths come from the route table; every command carries an id, so that a retry is harmless.
import type { Event } from "../core/index.ts";
import {
  type AgentList,
  type BackupAnswer,
  type BackupList,
  type BodyOf,
  type CommandAnswer,
  type CommandRoute,
  type DrainAnswer,
  type EventPageAnswer,
  type ListedSession,
  limits,
  NDJSON,
  problem,
  type ResolveAnswer,
  type RouteName,
  routes,
  type ServerInfo,
  type SessionAnswer,
  type SessionDetail,
} from "../protocol/index.ts";
import { realWait, type Wait } from "./back-off.ts";
import { ConnectionError } from "./connection-error.ts";
import { type FollowOptions, follow } from "./follow.ts";
import { linesOf, textOf } from "./lines.ts";
import { ProblemError } from "./problem-error.ts";
import { type Connection, requestWithRetry } from "./request.ts";
import type { Followed } from "./take-lines.ts";
import type { Transport } from "./transport.ts";

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

export class Client {
  readonly #connection: Connection;
  readonly #newId: () => string;
  readonly #name: string;

  constructor({ transport, name, revive, newId, wait }: ClientOptions) {
    this.#connection = { transport, revive: revive ?? null, wait: wait ?? realWait };
    this.#name = name;
    this.#newId = newId ?? (() => crypto.randomUUID());
  }

  server(): Promise<ServerInfo> {
    return this.#get("server", {});
  }

  agents(): Promise<AgentList> {
    return this.#get("agents", {});
  }

  /** The session that a person means: a name, an id or its beginning; nothing for the default. */
  resolve(query: { ref?: string | undefined; cwd: string }): Promise<ResolveAnswer> {
    return this.#get("resolve", { query });
  }

  /** All of them, or those of one workspace (its id or an absolute path), newest activity first. */
  sessions(query: { workspace?: string | undefined } = {}): Promise<ListedSession[]> {
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

  /** Everything after the cursor, and then what happens, over any number of connections. */
  follow(session: string, options: FollowOptions): AsyncGenerator<Followed, void> {
    const path = ({ after, epoch }: { after: number; epoch: string | null }): string =>
      pathOf("events", { params: { session }, query: { follow: 1, after, epoch: epoch ?? undefined } });
    return follow(this.#connection, path, options);
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

  attach(body: Wish<"attach">): Promise<SessionAnswer> {
    return this.#command("attach", body);
  }

  prompt(session: string, body: Wish<"prompt">): Promise<CommandAnswer> {
    return this.#command("prompt", body, { session });
  }

  interrupt(session: string, body: Wish<"interrupt"> = {}): Promise<CommandAnswer> {
    return this.#command("interrupt", body, { session });
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

  acknowledge(session: string, seq: number): Promise<CommandAnswer> {
    return this.#command("acknowledge", { seq }, { session });
  }

  /** All backups, each verified anew. */
  backups(): Promise<BackupList> {
    return this.#get("backups", {});
  }

  /** Makes a backup now. */
  backup(): Promise<BackupAnswer> {
    return this.#command("backup", {});
  }

  /** Ends the daemon. Without a word on them, agents that rest are stopped and agents at work are kept. */
  drain(body: Wish<"drain"> = {}): Promise<DrainAnswer> {
    return this.#command("drain", body);
  }

  #get<T>(route: RouteName, place: Place): Promise<T> {
    const headers = { accept: "application/json" };
    const request = { method: "GET", path: pathOf(route, place), headers, isLong: isLong(route) };
    return requestWithRetry(this.#connection, request, readJson<T>);
  }

  async #command<T>(route: CommandRoute, wish: object, params: Readonly<Record<string, string>> = {}): Promise<T> {
    const body = JSON.stringify({ id: this.#newId(), ...wish });
    const bytes = new TextEncoder().encode(body).length;
    // Said here: a server that refuses a large body may close before the client has read why.
    if (bytes > limits.bodyBytes)
      throw new ProblemError(problem("too_large", tooLarge(bytes), { limit: limits.bodyBytes }));
    const headers = { accept: "application/json", "content-type": "application/json", "skein-client": this.#name };
    const request = {
      method: routes[route].method,
      path: pathOf(route, { params }),
      headers,
      body,
      isLong: isLong(route),
    };
    return requestWithRetry(this.#connection, request, readJson<T>);
  }
}

/** Copies and checks of a whole log, and the end of agents, take as long as they take. */
const isLong = (route: RouteName): boolean => ["backup", "backups", "drain"].includes(route);

const readJson = async <T>({ body }: { body: AsyncIterable<Uint8Array> }): Promise<T> =>
  JSON.parse(await textOf(body)) as T;

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
const tooLarge = (bytes: number): string =>
  `The request has ${megabytes(bytes)}, and the daemon takes ${megabytes(limits.bodyBytes)} at most.`;

function pathOf(route: RouteName, { params = {}, query = {} }: Place): string {
  const path = routes[route].path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]): [string, string][] =>
      value === undefined ? [] : [[key, `${value}`]],
    ),
  ).toString();
  return search ? `${path}?${search}` : path;
}
