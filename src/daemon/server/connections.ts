// How many clients are let in: never so many that the log and the agents run out of descriptors. Who comes when all places are taken gets that of
// whoever has idled longest, without a whole request under way; where there is none, it is turned away at once and may try again.
import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type Operation, operations } from "../../protocol/index.ts";
import { descriptorLimitOf } from "../../system/index.ts";
import { runProgramNow } from "../../system/processes.ts";

/** However many descriptors there are: each connection costs memory, too. */
const MAX_CONNECTIONS = 4096;
/** A client on the same machine has said what it wants by then; one that has not, holds a place for nothing. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 60_000;

/** Those times are looked at this often. */
export const serverOptions = { connectionsCheckingInterval: 1000 } as const;

export interface ConnectionLimits {
  descriptors?: number;
  headersMs?: number;
  requestMs?: number;
  /** When a connection is there: with TLS, after its handshake. */
  connected?: "connection" | "secureConnection";
}

/** Half of the descriptors are for clients, half for the log, agents and everything else. */
export function limitConnections(
  server: Server,
  {
    descriptors = descriptorLimit(),
    headersMs = HEADERS_MS,
    requestMs = REQUEST_MS,
    connected = "connection",
  }: ConnectionLimits = {},
): void {
  const most = Math.max(1, Math.min(MAX_CONNECTIONS, Math.floor(descriptors / 2)));
  server.maxConnections = most;
  server.headersTimeout = headersMs;
  // It knows no exceptions.
  server.requestTimeout = 0;
  answerConnect(server);
  cutHalfRequests(server, requestMs);
  keepRoom(server, { most, connected });
}

/** Files come at the pace of whoever makes them: those who take them watch over that. */
const uploads = Object.values<Operation>(operations).flatMap(({ takes, path }) => (takes === undefined ? [] : [path]));
const isUpload = ({ url = "" }: IncomingMessage): boolean => uploads.includes(url.split("?")[0] ?? "");

/** Node closes the connection of a CONNECT that nobody listens for: it is answered as every other request is. */
function answerConnect(server: Server): void {
  server.on("connect", (request, socket) => {
    // Node has taken its own listeners away: a client that resets the connection must not end the daemon.
    socket.on("error", () => socket.destroy());
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.once("finish", () => socket.end());
    try {
      response.assignSocket(socket as Socket);
    } catch {
      // An answer to a request before it is under way.
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
      // A response has no socket while the one before it is under way: a word now would be read as a part of that.
      const mayAnswer = response.socket !== null && !response.headersSent;
      if (mayAnswer) request.socket.write("HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n");
      if (mayAnswer) request.socket.destroySoon();
      else request.socket.destroy();
    }, requestMs).unref();
    request.once("close", () => clearTimeout(timer));
  });
}

/** One place is kept free as long as somebody idles in another. */
function keepRoom(
  server: Server,
  { most, connected }: { most: number; connected: "connection" | "secureConnection" },
): void {
  /** With the request that each is about; the one that has idled longest comes first. */
  const open = new Map<Socket, IncomingMessage | null>();
  const makeRoom = (newcomer?: Socket): void => {
    for (const [socket, request] of open) {
      if (request?.complete || socket === newcomer) continue;
      open.delete(socket);
      socket.destroy();
      return;
    }
  };
  server.on(connected, (socket) => {
    open.set(socket, null);
    socket.once("close", () => open.delete(socket));
    if (open.size >= most) makeRoom(socket);
  });
  server.on("drop", () => makeRoom());
  server.on("request", (request, response) => {
    const { socket } = request;
    if (open.has(socket)) open.set(socket, request);
    response.once("close", () => {
      // Behind all others: it has only just begun to idle.
      if (open.delete(socket) && !socket.destroyed) open.set(socket, null);
    });
  });
}

/** How many this process may have open: Node has raised its own limit as far as it may. */
export function descriptorLimit(): number {
  const limit = descriptorLimitOf("self") ?? runProgramNow("/bin/sh", ["-c", "ulimit -n"]) ?? "";
  return Number.isNaN(Number(limit)) || limit === "" ? Number.POSITIVE_INFINITY : Number(limit);
}
