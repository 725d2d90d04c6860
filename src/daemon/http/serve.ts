// The one way of every request: the operation that it names, who may, its query and body, the handler, the answer.
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { background, pathInOwnSpelling } from "../../core/index.ts";
import type { Operation } from "../../protocol/index.ts";
import { ourHeaders, problemOf, Refusal } from "../answer.ts";
import type { DaemonContext } from "../context.ts";
import type { Gate } from "../gate/gate.ts";
import { discardRest } from "./discard-rest.ts";
import { type Matcher, matcher } from "./match.ts";
import { readBody } from "./read-body.ts";
import { readQuery } from "./read-query.ts";
import { Reply } from "./reply.ts";
import { byOf, hashOf } from "./sender.ts";
import { loadedSession, sessionNotFound } from "./session-of.ts";

// biome-ignore lint/suspicious/noExplicitAny: what a handler takes was read by its operation's own schemas.
type AnyHandler = (call: any) => unknown;

export interface Service<Name extends string> {
  readonly operations: Readonly<Record<Name, Operation>>;
  readonly handlers: Readonly<Record<Name, AnyHandler>>;
  readonly gate: Gate;
  readonly context: Pick<DaemonContext, "log" | "sessions" | "drain" | "journal">;
}

export function serve<Name extends string>(service: Service<Name>): RequestListener {
  const match = matcher(service.operations);
  return (request, response) => {
    const exchange = { request, response };
    const failed = (error: unknown): void => refuse(service, exchange, error);
    try {
      const answered = handle(service, match, exchange);
      if (answered) background(answered.catch(failed), failed);
    } catch (error) {
      failed(error);
    }
  };
}

/** Answers at once where nothing has to be waited for: what a client sends behind a request can't spoil its answer then. */
function handle<Name extends string>(
  { operations, handlers, gate, context }: Service<Name>,
  match: Matcher<Name>,
  exchange: Exchange,
): Promise<void> | undefined {
  const { request, response } = exchange;
  const { method = "GET", url = "/" } = request;
  const [path, search] = split(url);
  const found = match(method, path);
  if (!found) throw new Refusal("route_not_found", `There is no ${method} ${path}.`);
  const { name, params } = found;
  const operation = operations[name];
  const { session: id } = params;
  const caller = gate(request);

  const check = (): void => {
    if (operation.access !== "read" && !operation.worksWhileDraining) refuseWhileDraining(context);
    if (id !== undefined && !context.log.summary(id)) throw sessionNotFound(id);
  };
  const run = (body: Record<string, unknown>): unknown =>
    handlers[name]({
      params,
      query: operation.query ? readQuery(operation.query, search) : {},
      body,
      bodyHash: hashOf(path, id ?? "", body),
      by: byOf(request),
      caller,
      session: () => loadedSession(context, id ?? ""),
      request,
      response,
      isHead: method === "HEAD",
    });

  const { peopleOnly, body: schema } = operation;
  if (peopleOnly === undefined && !schema) {
    check();
    const answer = run({});
    if (!(answer instanceof Promise)) return sendAnswer(exchange, operation, answer);
    return answer.then((value) => sendAnswer(exchange, operation, value));
  }
  return (async () => {
    if (peopleOnly !== undefined) await caller.requirePerson(peopleOnly);
    check();
    sendAnswer(exchange, operation, await run(schema ? await readBody(request, schema) : {}));
  })();
}

function sendAnswer(exchange: Exchange, { status = 200 }: Operation, answer: unknown): undefined {
  if (!(answer instanceof Reply)) {
    const [usual = 200] = [status].flat();
    send(exchange, usual, { type: "application/json", text: JSON.stringify(answer) });
  } else if (answer.content) send(exchange, answer.status, answer.content);
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function send({ request, response }: Exchange, status: number, { type, text }: { type: string; text: string }): void {
  if (response.headersSent || response.destroyed) return;
  const length = Buffer.byteLength(text);
  response.writeHead(status, { "content-type": type, "content-length": length, ...ourHeaders });
  response.end(text);
  discardRest(request, response);
}

function refuse({ context }: Pick<Service<string>, "context">, exchange: Exchange, error: unknown): void {
  const document = problemOf(error);
  const { request } = exchange;
  // Who went away while it was sending its request is nobody's fault, and hears no answer.
  const isAborted = request.destroyed && !request.complete;
  if (document.code === "internal" && !isAborted) context.journal.error("a request failed", error);
  send(exchange, document.status, { type: "application/problem+json", text: JSON.stringify(document) });
}

function refuseWhileDraining({ drain }: Pick<DaemonContext, "drain">): void {
  if (drain.isDraining) throw new Refusal("draining", "The daemon is shutting down; try again in a moment.");
}

/** A path is compared as it was sent, without what follows its `?`. Whoever talks to a proxy sends the whole URL. */
function split(url: string): [path: string, search: string] {
  const local = pathInOwnSpelling(url).replace(/^http:\/\/[^/?#]*/i, "");
  const at = local.indexOf("?");
  return at < 0 ? [local, ""] : [local.slice(0, at), local.slice(at + 1)];
}
