// The one way of every request: the operation that it names, who may, its query and body, the handler, the answer.
import type { IncomingMessage, RequestListener } from "node:http";
import { background, pathInOwnSpelling } from "../../core/index.ts";
import { BYTES, type Operation } from "../../protocol/index.ts";
import type { Result, Session } from "../../session/index.ts";
import type { DaemonContext } from "../context.ts";
import { type Gate, mayCall } from "../gate/gate.ts";
import { problemOf, Refusal, refuse } from "../refusal.ts";
import { ourHeaders } from "../server/headers.ts";
import { answerOf } from "./command-answer.ts";
import { discardRest } from "./discard-rest.ts";
import { type Matcher, matcher } from "./match.ts";
import { readBody } from "./read-body.ts";
import { readQuery } from "./read-query.ts";
import { Reply } from "./reply.ts";
import { loadedSession, sessionNotFound } from "./session-of.ts";
import { hashOf, nameOf, submissionOf } from "./submission.ts";
import type { Admit, Exchange } from "./visitor.ts";

// biome-ignore lint/suspicious/noExplicitAny: what a handler takes was read by its operation's own schemas.
type AnyHandler = (call: any) => unknown;

export interface Service<Name extends string> {
  readonly operations: Readonly<Record<Name, Operation>>;
  readonly handlers: Readonly<Record<Name, AnyHandler>>;
  readonly admit: Admit;
  readonly gate: Gate;
  readonly context: Pick<DaemonContext, "log" | "sessions" | "drain" | "journal">;
}

export function serve<Name extends string>(service: Service<Name>): RequestListener {
  const match = matcher(service.operations);
  return (request, response) => {
    const exchange = { request, response };
    const failed = (error: unknown): void => sendProblem(service, exchange, error);
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
  { operations, handlers, admit, gate, context }: Service<Name>,
  match: Matcher<Name>,
  exchange: Exchange,
): Promise<void> | undefined {
  const { request, response } = exchange;
  const { method = "GET", url = "/" } = request;
  const [path, search] = split(url);
  const found = match(method, path);
  const visitor = admit(exchange, found ? operations[found.name] : null);
  if (!found) throw new Refusal("route_not_found", `There is no ${method} ${path}.`);
  const { name, params } = found;
  const operation = operations[name];
  const { session: id } = params;
  const caller = gate(request);

  const check = (): void => {
    if (operation.access !== "read" && !operation.worksWhileDraining) refuseWhileDraining(context);
    if (id !== undefined && !context.log.summary(id)) throw sessionNotFound(id);
  };
  const refuseOthers = async (body?: Record<string, unknown>): Promise<void> => {
    const refusal = await mayCall(caller, operation, body);
    if (refusal) throw refuse(refusal.rejection);
  };
  const run = (body: Record<string, unknown>): unknown => {
    const { by } = visitor;
    const session = (): Promise<Session> => loadedSession(context, id ?? "");
    const bodyHash = (): string => hashOf(id === undefined ? name : path, id ?? "", body);
    const isRecorded = operation.repeat === "receipt";
    const envelope = isRecorded && { id: body.id as string, bodyHash: bodyHash(), by };
    return handlers[name]({
      params,
      query: operation.query ? readQuery(operation.query, search) : {},
      body,
      by,
      caller,
      guest: visitor.guest,
      session,
      ...(envelope ? submissionOf({ envelope, session, caller }) : {}),
      request,
      response,
      isHead: method === "HEAD",
    });
  };

  const { peopleOnly, body: schema, takes } = operation;
  if (peopleOnly === undefined && !schema) {
    check();
    checkMedia(request, takes);
    const answer = run({});
    if (!(answer instanceof Promise)) return sendAnswer(exchange, operation, answer);
    return answer.then((value) => sendAnswer(exchange, operation, value));
  }
  return (async () => {
    // A code is for the command in the body, so it is looked at when the body is known.
    const isBodyFirst = schema !== undefined && caller.hasCode;
    if (!isBodyFirst) await refuseOthers();
    check();
    checkMedia(request, takes);
    const body = schema ? await readBody(request, schema) : {};
    if (typeof body.id === "string") caller.names(nameOf(body));
    if (isBodyFirst) await refuseOthers();
    await refuseOthers(body);
    sendAnswer(exchange, operation, await run(body));
  })();
}

/** Of a body that is not JSON. */
function checkMedia({ headers }: IncomingMessage, takes: string | undefined): void {
  const type = headers["content-type"] ?? "";
  if (takes === undefined || takes === BYTES || type.startsWith(takes)) return;
  throw new Refusal("unsupported_media", `The content type of the body is "${type || "nothing"}"; send ${takes}.`);
}

function sendAnswer(exchange: Exchange, { status = 200, repeat }: Operation, given: unknown): undefined {
  if (given instanceof Reply) {
    if (given.content) send(exchange, given.status, given.content);
    return;
  }
  const [usual = 200] = [status].flat();
  const answer = repeat === "receipt" ? answerOf(given as Result) : given;
  send(exchange, usual, { type: "application/json", text: JSON.stringify(answer) });
}

function send({ request, response }: Exchange, status: number, { type, text }: { type: string; text: string }): void {
  if (response.headersSent || response.destroyed) return;
  const length = Buffer.byteLength(text);
  response.writeHead(status, { "content-type": type, "content-length": length, ...ourHeaders });
  response.end(text);
  discardRest(request, response);
}

export function sendProblem(
  { context }: { readonly context: Pick<DaemonContext, "journal"> },
  exchange: Exchange,
  error: unknown,
): void {
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
