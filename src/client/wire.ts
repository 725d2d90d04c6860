// A call as a request, and its answer as a value. Paths come from the route table; every command carries an id, so that a retry is harmless.
import { byteSize } from "../core/byte-size.ts";
import {
  type AnswerOf,
  type BodyOf,
  type CommandName,
  limits,
  type OperationName,
  problem,
  routes,
} from "../protocol/index.ts";
import { realWait, type Wait } from "./back-off.ts";
import { textOf } from "./lines.ts";
import { newId } from "./new-id.ts";
import { ProblemError } from "./problem-error.ts";
import { type Connection, requestOnce, requestWithRetry } from "./request.ts";
import type { Transport, TransportRequest, TransportResponse } from "./transport.ts";

export interface ClientOptions {
  readonly transport: Transport;
  /** What this client calls itself: people see it as who did something. */
  readonly name: string;
  readonly revive?: () => Promise<void>;
  readonly newId?: () => string;
  readonly wait?: Wait;
  /** The runs of agents that this program was started in: said with each request. Hooks, too, are named so. */
  readonly within?: readonly string[];
  /** Where the system does not tell who calls: the code for these requests that a person reads from their terminal, or null. */
  readonly confirm?: (requests: readonly string[]) => Promise<string | null>;
}

type Query = Readonly<Record<string, string | number | undefined>>;
interface CallTarget {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Query;
}
/** A request that may need a person's confirmation. */
export interface Confirmable {
  readonly route: OperationName;
  readonly params?: Readonly<Record<string, string>>;
}
/** The body of a command; its id is made here unless the caller wants to choose it. */
export type CommandInput<R extends CommandName> = Omit<BodyOf<R>, "id"> & { id?: string };

/** A call whose time the caller watches itself: the transport gives up on nothing, and the signal ends it. */
export interface Watched {
  readonly signal: AbortSignal;
  readonly isLong: true;
}

export class Wire {
  readonly connection: Connection;
  readonly newId: () => string;
  readonly #name: string;
  readonly #askPerson: (requests: readonly string[]) => Promise<string | null>;
  #confirmation: string | null = null;

  constructor({ transport, name, revive, newId: makeId, wait, confirm, within = [] }: ClientOptions) {
    this.#askPerson = confirm ?? (async () => null);
    const naming = within.length === 0 ? transport : sayingWithin(transport, within);
    this.connection = { transport: naming, revive: revive ?? null, wait: wait ?? realWait, isStopping: false };
    this.newId = makeId ?? (() => newId());
    this.#name = fitHeader(name);
  }

  get<R extends OperationName>(route: R, target: CallTarget): Promise<AnswerOf<R>> {
    const headers = { accept: "application/json" };
    return this.ask(
      { method: "GET", path: pathOf(route, target), headers, isLong: isLong(route) },
      readJson<AnswerOf<R>>,
    );
  }

  async command<R extends CommandName>(
    route: R,
    input: object,
    params: Readonly<Record<string, string>> = {},
    watched?: Watched,
  ): Promise<AnswerOf<R>> {
    const body = JSON.stringify({ id: this.newId(), ...input });
    const bytes = new TextEncoder().encode(body).length;
    // Said here: a server that refuses a large body may close before the client has read why.
    if (bytes > limits.bodyBytes) throw tooLarge("request", bytes, limits.bodyBytes);
    const { method } = routes[route];
    const send = (): Promise<AnswerOf<R>> => {
      const headers = this.sending("application/json");
      const { signal, isLong: isPatient = isLong(route) } = watched ?? {};
      const mayRevive = route === "prompt";
      const request = { method, path: pathOf(route, { params }), headers, body, signal, isLong: isPatient, mayRevive };
      return this.ask(request, readJson<AnswerOf<R>>);
    };
    return send().catch(async (error) => {
      const isUnconfirmed = error instanceof ProblemError && error.code === "confirmation_required";
      if (!isUnconfirmed || !(await this.confirm([{ route, params }]))) throw error;
      return send();
    });
  }

  /** Has the person confirm that it is they who ask for this; false when there is nobody to do so. */
  async confirm(requests: readonly Confirmable[]): Promise<boolean> {
    const named = requests.map(({ route, params = {} }) => `${routes[route].method} ${pathOf(route, { params })}`);
    this.#confirmation = await this.#askPerson(named);
    return this.#confirmation !== null;
  }

  /** Asks until an answer came as a whole. */
  ask<T>(request: TransportRequest, read: (response: TransportResponse) => Promise<T>): Promise<T> {
    return requestWithRetry(this.connection, request, read);
  }

  /** Asks once, whatever becomes of it. */
  askOnce(request: TransportRequest): Promise<TransportResponse> {
    return requestOnce(this.connection.transport, request);
  }

  /** The headers of a request that brings something. */
  sending(contentType: string): Record<string, string> {
    const confirmation = this.#confirmation === null ? {} : { "skein-confirmation": this.#confirmation };
    return { accept: "application/json", "content-type": contentType, "skein-client": this.#name, ...confirmation };
  }
}

/** A header holds no more than this: a name in another script would be an error of each call. */
const fitHeader = (text: string): string => text.replace(/[^\x20-\x7e\xa0-\xff]/gu, "?");

function sayingWithin(transport: Transport, runs: readonly string[]): Transport {
  const said = { "skein-within": fitHeader(runs.join(",")) };
  return (request) => transport({ ...request, headers: { ...request.headers, ...said } });
}

const isLong = (name: OperationName): boolean => routes[name].isLong === true;

export const readJson = async <T>({ body }: { body: AsyncIterable<Uint8Array> }): Promise<T> =>
  JSON.parse(await textOf(body)) as T;

export function tooLarge(what: "file" | "request", bytes: number, limit: number): ProblemError {
  const detail = `The ${what} has ${byteSize(bytes)}; the daemon accepts at most ${byteSize(limit)}.`;
  return new ProblemError(problem("too_large", detail, { limit }));
}

export function pathOf(route: OperationName, { params = {}, query = {} }: CallTarget): string {
  const path = routes[route].path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]): [string, string][] =>
      value === undefined ? [] : [[key, `${value}`]],
    ),
  ).toString();
  return search ? `${path}?${search}` : path;
}
