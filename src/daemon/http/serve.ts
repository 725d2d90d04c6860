// The one way of every request: the operation that it names, who may, its query and body, the handler, the answer.
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { background } from "../../core/index.ts";
import type { Operation } from "../../protocol/index.ts";
import { ourHeaders, problemOf, Refusal } from "../answer.ts";
import type { DaemonContext } from "../context.ts";
import type { Gate } from "../gate/gate.ts";
import { discardRest } from "./discard-rest.ts";
import { matcher } from "./match.ts";
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
    background(
      handle(request, response).catch((error) => refuse(service, { request, response }, error)),
      (error) => {
        service.context.journal.error("an answer could not be sent", error);
        response.destroy();
      },
    );
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url = "/" } = request;
    const [path = "", search = ""] = split(url);
    const found = match(method, path);
    if (!found) throw new Refusal("route_not_found", `There is no ${method} ${path}.`);
    const { name, params } = found;
    const operation = service.operations[name];
    const { context } = service;
    const caller = service.gate(request);
    if (operation.peopleOnly !== undefined) await caller.requirePerson(operation.peopleOnly);
    if (operation.access !== "read" && !operation.worksWhileDraining) refuseWhileDraining(context);
    const { session: id } = params;
    if (id !== undefined && !context.log.summary(id)) throw sessionNotFound(id);
    const query = operation.query ? readQuery(operation.query, search) : {};
    const body = operation.body ? await readBody(request, operation.body) : {};
    const answer = await service.handlers[name]({
      params,
      query,
      body,
      bodyHash: hashOf(path, id ?? "", body),
      by: byOf(request),
      caller,
      session: () => loadedSession(context, id ?? ""),
      request,
      response,
      isHead: method === "HEAD",
    });
    if (answer instanceof Reply) {
      if (answer.content) send({ request, response }, answer.status, answer.content);
      return;
    }
    const { status = 200 } = operation;
    const content = { type: "application/json", text: JSON.stringify(answer) };
    send({ request, response }, typeof status === "number" ? status : (status[0] ?? 200), content);
  }
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
  if (drain.isDraining) throw new Refusal("draining", "The daemon is shutting down; ask again in a moment.");
}

/** A path is compared as it was sent, without what follows its `?`. */
function split(url: string): [path: string, search: string] {
  const at = url.indexOf("?");
  return at < 0 ? [url, ""] : [url.slice(0, at), url.slice(at + 1)];
}
