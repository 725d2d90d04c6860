// Limits connections, so that the log and the agents never run out of descriptors. If all places are taken, a new client gets the place of the
// connection that has idled longest, without a complete request in progress; if there is none, of a client that does not read its answer; if there
// is none either, it is disconnected and may retry.
import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type Operation, operations } from "../../protocol/index.ts";
import { descriptorLimitOf } from "../../system/index.ts";
import { runProgramNow } from "../../system/processes.ts";

/** The limit even with many descriptors: each connection costs memory too. */
const MAX_CONNECTIONS = 4096;
/** A client on the same machine has sent its headers by then. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 60_000;

/** How often Node checks the timeouts. */
export const serverOptions = { connectionsCheckingInterval: 1000 } as const;

export interface ConnectionLimits {
  descriptors?: number;
  headersMs?: number;
  requestMs?: number;
}

export interface Connections {
  /** Also those that Node's own list lacks: without a finished handshake, and after a CONNECT. */
  cutAll(): void;
}

/** Half of the descriptors are for clients, the others for the log, agents and everything else. */
export function limitConnections(
  server: Server,
  { descriptors = descriptorLimit(), headersMs = HEADERS_MS, requestMs = REQUEST_MS }: ConnectionLimits = {},
): Connections {
  const most = Math.max(1, Math.min(MAX_CONNECTIONS, Math.floor(descriptors / 2)));
  server.maxConnections = most;
  server.headersTimeout = headersMs;
  // Node's own timeout has no exceptions for uploads.
  server.requestTimeout = 0;
  answerConnect(server);
  cutHalfRequests(server, requestMs);
  keepRoom(server, most);
  return allOf(server);
}

/** Uploads may be slow: their handlers have a timeout of their own. */
const uploads = Object.values<Operation>(operations).flatMap(({ takes, path }) => (takes === undefined ? [] : [path]));
const isUpload = ({ url = "" }: IncomingMessage): boolean => uploads.includes(url.split("?")[0] ?? "");

/** Without a listener Node would close the connection of a CONNECT: it is answered like every other request. */
function answerConnect(server: Server): void {
  server.on("connect", (request, socket) => {
    // Node has removed its own listeners here: a client that resets the connection must not end the daemon.
    socket.on("error", () => socket.destroy());
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.once("finish", () => socket.end());
    try {
      response.assignSocket(socket as Socket);
    } catch {
      // An earlier request on this connection is still being answered.
      socket.destroy();
      return;
    }
    server.emit("request", request, response);
  });
}

function cutHalfRequests(server: Server, requestMs: number): void {
  server.on("request", (request, response) => {
    if (isUpload(request)) return;
    const timer = setTimeout(() => {
      if (request.complete) return;
      // While an earlier answer is being sent, this response has no socket, and text written here would become part of that answer.
      const mayAnswer = response.socket !== null && !response.headersSent;
      if (mayAnswer) request.socket.write("HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n");
      if (mayAnswer) request.socket.destroySoon();
      else request.socket.destroy();
    }, requestMs).unref();
    request.once("close", () => clearTimeout(timer));
  });
}

function allOf(server: Server): Connections {
  const open = new Set<Socket>();
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return {
    cutAll() {
      for (const socket of open) socket.destroy();
    },
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Keeps one place free while any connection idles, or waits for a client that does not read. */
function keepRoom(server: Server, most: number): void {
  /** Each with its requests that are not answered yet; the one that has idled longest is first. */
  const open = new Map<Socket, Exchange[]>();
  const isIdle = ([current]: readonly Exchange[]): boolean => current?.request.complete !== true;
  const isUnread = ([current]: readonly Exchange[]): boolean => current?.response.writableEnded === true;
  const makeRoom = (newcomer?: Socket): void => {
    for (const mayGo of [isIdle, isUnread])
      for (const [socket, exchanges] of open) {
        if (socket === newcomer || !mayGo(exchanges)) continue;
        open.delete(socket);
        socket.destroy();
        return;
      }
  };
  const enter = (socket: Socket): void => {
    open.set(socket, []);
    socket.once("close", () => open.delete(socket));
  };
  server.on("connection", (socket) => {
    enter(socket);
    if (open.size >= most) makeRoom(socket);
  });
  // With TLS the requests come from another socket, around this one.
  server.on("secureConnection", (socket: Socket) => {
    for (const raw of open.keys()) if (isAround(socket, raw)) open.delete(raw);
    enter(socket);
  });
  server.on("drop", () => makeRoom());
  server.on("request", (request, response) => {
    const { socket } = request;
    const exchange = { request, response };
    open.get(socket)?.push(exchange);
    response.once("close", () => {
      const left = open.get(socket)?.filter((one) => one !== exchange);
      // Moved to the end: it has just started to idle.
      if (left && open.delete(socket) && !socket.destroyed) open.set(socket, left);
    });
  });
}

const isAround = (secure: Socket, raw: Socket): boolean =>
  raw.remotePort === secure.remotePort && raw.remoteAddress === secure.remoteAddress;

/** How many files this process may open: Node has raised its soft limit already. */
export function descriptorLimit(): number {
  const limit = descriptorLimitOf("self") ?? runProgramNow("/bin/sh", ["-c", "ulimit -n"]) ?? "";
  return Number.isNaN(Number(limit)) || limit === "" ? Number.POSITIVE_INFINITY : Number(limit);
}
