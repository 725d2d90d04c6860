// One request and its whole answer, tried again while the daemon is away. Safe for commands too: their id makes a second one harmless.
import { routes } from "../protocol/index.ts";
import { backOffMs, type Wait } from "./back-off.ts";
import { ConnectionError } from "./connection-error.ts";
import { textOf } from "./lines.ts";
import { ProblemError, problemFrom } from "./problem-error.ts";
import type { Transport, TransportRequest, TransportResponse } from "./transport.ts";

export interface Connection {
  readonly transport: Transport;
  readonly wait: Wait;
  /** Brings the daemon back when nobody listens; without it, nobody listening is an error at once. */
  readonly revive: (() => Promise<void>) | null;
  /** A stream was told that the daemon is being stopped: only a prompt starts it again from here, or nobody could ever stop it. */
  isStopping: boolean;
}

/** About 17 seconds of waiting: a daemon that shuts down may first have to end its agents. */
const MAX_ATTEMPTS = 20;
/** A few seconds. */
const MAX_ATTEMPTS_AFTER_STOP = 6;

/** The answer's body, read by `read` within the attempt: an answer that breaks off is asked for again. */
export async function requestWithRetry<T>(
  connection: Connection,
  request: TransportRequest,
  read: (response: TransportResponse) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await read(await requestOnce(connection.transport, request));
    } catch (error) {
      // One that says nothing for so long will not do better at once: whoever asked should hear of it.
      const isSilent = error instanceof ConnectionError && error.kind === "silent";
      if (attempt >= MAX_ATTEMPTS || request.signal?.aborted || isSilent || !isPassing(error)) throw error;
      const isAbsent = error instanceof ConnectionError && error.kind === "absent";
      if (isAbsent && !connection.revive) throw error;
      const mayRevive = !connection.isStopping || request.mayRevive === true;
      // Somebody else may bring it back, as an upgrade does.
      if (isAbsent && !mayRevive && attempt >= MAX_ATTEMPTS_AFTER_STOP) throw stopped(error);
      if (isAbsent && mayRevive) await connection.revive?.();
      else await connection.wait(backOffMs(attempt), request.signal);
    }
  }
}

export const stopped = (cause: unknown): ConnectionError =>
  new ConnectionError("stopped", "The daemon was stopped.", { cause });

/** Resolves with a good answer only; a bad one becomes a ProblemError. */
export async function requestOnce(transport: Transport, request: TransportRequest): Promise<TransportResponse> {
  const response = await transport(request);
  if (response.status < 400) return response;
  throw problemFrom(response.status, await textOf(response.body), { isOfRead: request.method === "GET" });
}

/** Whether somebody listens. */
export async function isListening(transport: Transport): Promise<boolean> {
  try {
    await textOf((await transport({ ...routes.health, headers: {} })).body);
    return true;
  } catch (error) {
    if (error instanceof ConnectionError && error.kind !== "forbidden" && error.kind !== "silent") return false;
    throw error;
  }
}

/** What goes away by itself: the connection broke, or the daemon is shutting down. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionError) return error.kind !== "forbidden";
  return error instanceof ProblemError && error.code === "draining";
}
