// Requests over the daemon's Unix socket.
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { Socket } from "node:net";
import { distrustSocket } from "../home/index.ts";
import { codeOf, isCode, messageOf } from "../system/index.ts";
import { ConnectionError } from "./connection-error.ts";
import type { Transport } from "./transport.ts";

/** A daemon always answers quickly; a paused one never does. */
const SILENCE_MS = 15_000;

export function unixTransport(socketPath: string): Transport {
  return ({ method, path, headers, bytes, body = bytes, stream, signal, isLong = false }) =>
    new Promise((resolve, reject) => {
      refuseForeignSocket(socketPath);
      const outgoing = request({
        // A connection of its own, without an agent: a kept one could be half closed by a daemon that shuts down, and agents cost a quick command 4
        // ms.
        createConnection: () => new RefusableSocket().connect(socketPath),
        method,
        path,
        headers: body === undefined ? headers : { ...headers, "content-length": Buffer.byteLength(body) },
        ...(signal ? { signal } : {}),
      });
      const giveUp = (): void => {
        const why = `it accepted the connection but did not answer for ${SILENCE_MS / 1000} seconds; it may be paused, or the machine is overloaded`;
        outgoing.destroy(new ConnectionError("silent", why));
      };
      const silence = isLong ? undefined : setTimeout(giveUp, SILENCE_MS);
      outgoing.once("close", () => clearTimeout(silence));
      let refusal: IncomingMessage | null = null;
      outgoing.once("response", (response) => {
        refusal = response;
        clearTimeout(silence);
        const version = response.headers["skein-version"];
        resolve({ status: response.statusCode ?? 0, version: version?.toString(), body: chunksOf(response) });
      });
      outgoing.once("error", (error) => {
        // A server that refuses a body may close before it has read all of it: its answer counts, not the broken pipe.
        if (refusal === null) reject(signal?.aborted ? error : connectionError(error));
      });
      if (stream) send(readable(stream, reject), outgoing).catch((error) => outgoing.destroy(error));
      else outgoing.end(body);
    });
}

/** Checked before connecting: another user's daemon must not receive anything. */
function refuseForeignSocket(path: string): void {
  const distrust = distrustSocket(path);
  if (distrust) throw new ConnectionError("forbidden", `${distrust.problem}; ${distrust.fix}`);
}

/** The content. If it can't be read, that is no failure of the connection. */
async function* readable(
  stream: AsyncIterable<Uint8Array>,
  fail: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    fail(error);
    throw error;
  }
}

/** At the receiver's pace. Loaded on demand, because few commands send that much. */
async function send(stream: AsyncIterable<Uint8Array>, outgoing: ClientRequest): Promise<void> {
  // The content may take a while, so the headers are sent at once.
  outgoing.flushHeaders();
  const { pipeline } = await import("node:stream/promises");
  await pipeline(stream, outgoing);
}

async function* chunksOf(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* response as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw connectionError(error);
  } finally {
    response.destroy();
  }
}

type Done = (error?: Error | null) => void;

/** Whether the answer is complete shows at the end of the body. */
const unlessBroken =
  (done: Done): Done =>
  (error) =>
    done(isCode(error, "EPIPE", "ECONNRESET") ? null : error);

/**
 * The server may answer and close before it has read everything: unsent data is dropped, and the answer is still read. A plain socket is destroyed
 * by the first failed write, with the answer unread in it.
 */
class RefusableSocket extends Socket {
  override _write(chunk: unknown, encoding: BufferEncoding, done: Done): void {
    super._write(chunk, encoding, unlessBroken(done));
  }

  override _writev(chunks: { chunk: unknown; encoding: BufferEncoding }[], done: Done): void {
    super._writev?.(chunks, unlessBroken(done));
  }
}

/** Other errors are temporary: a connection that broke, or more callers at once than the socket's backlog holds (EAGAIN). */
const kinds: Readonly<Record<string, ConnectionError["kind"]>> = {
  ENOENT: "absent",
  ENOTDIR: "absent",
  ECONNREFUSED: "absent",
  EACCES: "forbidden",
  EPERM: "forbidden",
};

function connectionError(error: unknown): Error {
  const isOurs = error instanceof Error && (error.name === "AbortError" || error instanceof ConnectionError);
  if (isOurs) return error;
  const details = { cause: error, isSocketGone: isCode(error, "ENOENT") };
  return new ConnectionError(kinds[codeOf(error) ?? ""] ?? "lost", messageOf(error), details);
}
