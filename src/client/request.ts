// One request and its whole answer, retried while the daemon is away. Safe for commands, too: their id makes a repetition harmless.
import { routes } from "../protocol/index.ts";
import { backOffMs, type Wait } from "./back-off.ts";
import { ConnectionError } from "./connection-error.ts";
import { textOf } from "./lines.ts";
import { ProblemError, problemFrom } from "./problem-error.ts";
import type { Transport, TransportRequest, TransportResponse } from "./transport.ts";

export interface Connection {
  readonly transport: Transport;
  readonly wait: Wait;
  /** Starts the daemon if nobody listens; without it, that is an error at once. */
  readonly revive: (() => Promise<void>) | null;
  /** The daemon is being stopped, or was: from then on only a prompt starts it again, or nobody could ever stop it. */
  isStopping: boolean;
  /** A stream was open on it. */
  hasFollowed: boolean;
}

/** About 17 seconds: a daemon that shuts down may first have to end its agents. */
const MAX_ATTEMPTS = 20;
/** A few seconds. */
const MAX_ATTEMPTS_AFTER_STOP = 6;

/** The answer's body, read by `read` within the attempt: an incomplete answer is requested again. */
export async function requestWithRetry<T>(
  connection: Connection,
  request: TransportRequest,
  read: (response: TransportResponse) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await read(await requestOnce(connection.transport, request));
    } catch (error) {
      noteFailure(connection, error);
      if (error instanceof ConnectionError && (error.kind === "lost" || error.kind === "silent")) request.onLost?.();
      // A daemon that was silent for so long will not answer at once: the caller should know.
      const isSilent = error instanceof ConnectionError && error.kind === "silent";
      if (attempt >= MAX_ATTEMPTS || request.signal?.aborted || isSilent || !isPassing(error)) throw error;
      const isAbsent = error instanceof ConnectionError && error.kind === "absent";
      if (isAbsent && !connection.revive) throw error;
      const mayRevive = !connection.isStopping || request.mayRevive === true;
      // Another process may start it again, as during an upgrade.
      if (isAbsent && !mayRevive && attempt >= MAX_ATTEMPTS_AFTER_STOP) throw stopped(error);
      if (isAbsent && mayRevive) await connection.revive?.();
      else await connection.wait(backOffMs(attempt), request.signal);
    }
  }
}

/** What a failed request says about the daemon. A follower that read nothing for a while may have missed its `bye`. */
export function noteFailure(connection: Connection, error: unknown): void {
  if (isAnswer(error)) connection.isStopping = false;
  if (error instanceof ConnectionError && error.isSocketGone && connection.hasFollowed) connection.isStopping = true;
}

/** A refusal of a daemon that goes on. */
export const isAnswer = (error: unknown): boolean => error instanceof ProblemError && error.code !== "draining";

export const stopped = (cause: unknown): ConnectionError =>
  new ConnectionError("stopped", "The daemon was stopped.", { cause });

/** Resolves only with success; a refusal becomes a ProblemError. */
export async function requestOnce(transport: Transport, request: TransportRequest): Promise<TransportResponse> {
  const response = await transport(request);
  if (response.status < 400) return response;
  throw problemFrom(response.status, await textOf(response.body), { isOfRead: request.method === "GET" });
}

/** Whether a daemon listens. */
export async function isListening(transport: Transport): Promise<boolean> {
  try {
    await textOf((await transport({ ...routes.health, headers: {} })).body);
    return true;
  } catch (error) {
    if (error instanceof ConnectionError && error.kind !== "forbidden" && error.kind !== "silent") return false;
    throw error;
  }
}

/** Temporary failures: the connection broke, or the daemon is shutting down. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionError) return error.kind !== "forbidden";
  return error instanceof ProblemError && error.code === "draining";
}
