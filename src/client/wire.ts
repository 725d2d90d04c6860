// A call as a request, and its answer as a value, for any operation in the table of routes. Every command carries an id, so that a retry is
// harmless.
import { byteSize } from "../core/text/byte-size.ts";
import {
  type AnswerOf,
  routes as allRoutes,
  type BodyOf,
  type CommandName,
  JSON_TYPE,
  limits,
  type OperationName,
  type ParamsOf,
  problem,
  type QueryName,
  type QueryOf,
} from "../protocol/index.ts";
import { realWait, type Wait } from "./back-off.ts";
import { textOf } from "./lines.ts";
import { newId } from "./new-id.ts";
import { ProblemError } from "./problem-error.ts";
import { type Connection, requestOnce, requestWithRetry } from "./request.ts";
import type { Transport, TransportRequest, TransportResponse } from "./transport.ts";

export interface ClientOptions {
  readonly transport: Transport;
  /** The client's name: people see it as the author of changes. */
  readonly name: string;
  readonly revive?: () => Promise<void>;
  readonly newId?: () => string;
  readonly wait?: Wait;
  /** The runs of agents that this program was started in, sent with each request. Hooks are named in the same way. */
  readonly within?: readonly string[];
  /** If the system does not tell who calls: the code for these requests, read from the person's terminal, or null. */
  readonly confirm?: (requests: readonly string[]) => Promise<string | null>;
}

/** The body of a command; its id is created here unless the caller chooses it. */
export type CommandInput<R extends CommandName> = Omit<BodyOf<R>, "id"> & { id?: string };

/** A request that may need a person's confirmation. */
export interface Confirmable {
  readonly route: OperationName;
  readonly params?: Readonly<Record<string, string>>;
}

/** The options of any call. */
interface AnyInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: object;
  /** A body that is not JSON. A stream is read while it is sent, and so is sent once. */
  readonly content?: Uint8Array | AsyncIterable<Uint8Array>;
  /** The caller has its own timeout: the transport never gives up, and this ends the call. */
  readonly watched?: AbortSignal;
  readonly onLost?: () => void;
  /** Sent once: it neither starts a daemon nor waits for one. */
  readonly isOnce?: true;
}

type Payload = Pick<TransportRequest, "body" | "bytes" | "stream">;

/** Optional if it has no required fields. */
type Given<Key extends string, T> = object extends T ? { readonly [K in Key]?: T } : { readonly [K in Key]: T };

/** The arguments of a call, derived from its operation's record. */
type CallInput<Name extends OperationName> = Pick<AnyInput, "content" | "watched" | "onLost" | "isOnce"> &
  Given<"params", ParamsOf<Name>> &
  (Name extends QueryName
    ? { readonly query?: { readonly [Key in keyof QueryOf<Name>]?: string | number | undefined } }
    : unknown) &
  (Name extends CommandName ? Given<"body", CommandInput<Name>> : unknown);

export class Wire {
  readonly connection: Connection;
  readonly newId: () => string;
  readonly #routes: typeof allRoutes;
  readonly #name: string;
  readonly #askPerson: (requests: readonly string[]) => Promise<string | null>;
  #confirmation: string | null = null;

  constructor(
    { transport, name, revive, newId: makeId, wait, confirm, within = [] }: ClientOptions,
    routes: typeof allRoutes = allRoutes,
  ) {
    this.#routes = routes;
    this.#askPerson = confirm ?? (async () => null);
    const naming = within.length === 0 ? transport : sayingWithin(transport, within);
    this.connection = {
      transport: naming,
      revive: revive ?? null,
      wait: wait ?? realWait,
      isStopping: false,
      hasFollowed: false,
    };
    this.newId = makeId ?? (() => newId());
    this.#name = fitHeader(name);
  }

  /** Calls an operation, and reads its answer. */
  call<Name extends OperationName>(
    name: Name,
    ...[input]: object extends CallInput<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>]
  ): Promise<AnswerOf<Name>> {
    return this.#call(name, input ?? {}) as Promise<AnswerOf<Name>>;
  }

  async #call(name: OperationName, input: AnyInput): Promise<unknown> {
    // The id stays the same when the request is sent again.
    const payload = this.#payloadOf(name, input);
    const send = (): Promise<unknown> => this.#send(name, input, payload);
    return send().catch(async (error) => {
      const isUnconfirmed = error instanceof ProblemError && error.code === "confirmation_required";
      const { params = {} } = input;
      if (!isUnconfirmed || payload.stream || !(await this.confirm([{ route: name, params }]))) throw error;
      return send();
    });
  }

  async #send(name: OperationName, input: AnyInput, payload: Payload): Promise<unknown> {
    const { method, takes = JSON_TYPE, isLong, isOnce, revives } = this.#routes[name];
    const { watched: signal, onLost } = input;
    const headers = method === "GET" ? { accept: JSON_TYPE } : this.#headersOfBody(takes);
    const request = {
      ...this.request(name, input, headers),
      ...payload,
      signal,
      isLong: isLong === true || signal !== undefined,
      mayRevive: revives === true,
      onLost,
    };
    if (input.isOnce || isOnce) return readJson(await requestOnce(this.connection.transport, request));
    return this.ask(request, readJson);
  }

  #payloadOf(name: OperationName, { body, content }: AnyInput): Payload {
    const { method, takes } = this.#routes[name];
    if (content) return content instanceof Uint8Array ? { bytes: content } : { stream: content };
    if (method === "GET" || takes !== undefined) return {};
    const text = JSON.stringify({ id: this.newId(), ...body });
    const bytes = new TextEncoder().encode(text).length;
    // Checked here: a server that refuses a large body may close before the client has read why.
    if (bytes > limits.bodyBytes) throw tooLarge("request", bytes, limits.bodyBytes);
    return { body: text };
  }

  /** For a call that reads its answer itself. */
  request(
    name: OperationName,
    { params = {}, query = {} }: Pick<AnyInput, "params" | "query">,
    headers: Record<string, string> = {},
  ): Pick<TransportRequest, "method" | "path" | "headers"> {
    const { method, path } = this.#routes[name];
    const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ""));
    const given = Object.entries(query).flatMap(([key, value]): [string, string][] =>
      value === undefined ? [] : [[key, `${value}`]],
    );
    const search = new URLSearchParams(given).toString();
    return { method, path: search ? `${filled}?${search}` : filled, headers };
  }

  /** Has the person confirm the request; false if there is nobody to do so. */
  async confirm(requests: readonly Confirmable[]): Promise<boolean> {
    const named = requests.map(({ route, params = {} }) => this.request(route, { params }));
    this.#confirmation = await this.#askPerson(named.map(({ method, path }) => `${method} ${path}`));
    return this.#confirmation !== null;
  }

  /** Retries until an answer is complete. */
  ask<T>(request: TransportRequest, read: (response: TransportResponse) => Promise<T>): Promise<T> {
    return requestWithRetry(this.connection, request, read);
  }

  #headersOfBody(contentType: string): Record<string, string> {
    const confirmation = this.#confirmation === null ? {} : { "skein-confirmation": this.#confirmation };
    return { accept: JSON_TYPE, "content-type": contentType, "skein-client": this.#name, ...confirmation };
  }
}

/** A header can hold only these characters: a name in another script would break every call. */
const fitHeader = (text: string): string => text.replace(/[^\x20-\x7e\xa0-\xff]/gu, "?");

function sayingWithin(transport: Transport, runs: readonly string[]): Transport {
  const said = { "skein-within": fitHeader(runs.join(",")) };
  return (request) => transport({ ...request, headers: { ...request.headers, ...said } });
}

const readJson = async ({ body }: TransportResponse): Promise<unknown> => JSON.parse(await textOf(body));

export function tooLarge(what: "file" | "request", bytes: number, limit: number): ProblemError {
  const detail = `The ${what} has ${byteSize(bytes)}; the daemon accepts at most ${byteSize(limit)}.`;
  return new ProblemError(problem("too_large", detail, { limit }));
}
