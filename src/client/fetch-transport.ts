// Requests by `fetch`: in a browser, or to a daemon behind a URL.
import { ConnectionError } from "./connection-error.ts";
import type { Transport } from "./transport.ts";

export interface FetchTarget {
  /** Where `/v1` is; a path before it is kept. */
  readonly url: string;
  readonly token?: string | undefined;
  /** Of every request, in addition. */
  readonly headers?: () => Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  /** Browsers stream a request body over HTTP/2 at best, and without HTTP/2 open only six connections to a host. */
  readonly isBrowser?: boolean;
}

/** A daemon always answers quickly; a network that drops requests never does. */
const SILENCE_MS = 15_000;
const BROWSER_CONNECTIONS = 6;

export function fetchTransport({
  url,
  token,
  headers: more = () => ({}),
  fetch = globalThis.fetch,
  isBrowser = false,
}: FetchTarget): Transport {
  const base = url.replace(/(?<!\/)\/+$/, "");
  const who: Readonly<Record<string, string>> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const held = new Set<Response>();
  return async ({ method, path, headers, bytes, body = bytes, stream, signal, isLong = false }) => {
    const giveUp = new AbortController();
    const silence = isLong ? undefined : setTimeout(() => giveUp.abort(silent(isBrowser ? held.size : 0)), SILENCE_MS);
    try {
      const response = await fetch(base + path, {
        method,
        headers: { ...headers, ...more(), ...who },
        cache: "no-store",
        signal: signal ? AbortSignal.any([signal, giveUp.signal]) : giveUp.signal,
        ...(body === undefined ? {} : { body: body as string | Uint8Array<ArrayBuffer> }),
        ...(stream === undefined ? {} : await streamed(stream, isBrowser)),
      });
      const version = response.headers.get("skein-version") ?? undefined;
      return { status: response.status, version, body: chunksOf(response, held) };
    } catch (error) {
      throw signal?.aborted ? error : connectionError(error);
    } finally {
      clearTimeout(silence);
    }
  };
}

async function streamed(stream: AsyncIterable<Uint8Array>, isBrowser: boolean): Promise<RequestInit> {
  if (!isBrowser) return { body: streamOf(stream), duplex: "half" };
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of stream) pieces.push(piece as Uint8Array<ArrayBuffer>);
  return { body: new Blob(pieces) };
}

function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

async function* chunksOf(response: Response, held: Set<Response>): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  held.add(response);
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } catch (error) {
    throw connectionError(error);
  } finally {
    held.delete(response);
    // A reader that stops closes the connection.
    await reader.cancel().catch(() => undefined);
  }
}

function silent(held: number): ConnectionError {
  const what = `no answer came within ${SILENCE_MS / 1000} seconds`;
  const why = `this page reads ${held} streams, and a browser opens ${BROWSER_CONNECTIONS} connections to a host over HTTP/1.1, all tabs together`;
  const fix = "close unused views, or serve the API over HTTP/2";
  return new ConnectionError("silent", held < BROWSER_CONNECTIONS ? what : `${what}: ${why}; ${fix}`);
}

/** Browsers don't tell why a request failed; Node tells when nobody listens. */
function connectionError(error: unknown): Error {
  if (!(error instanceof Error)) return new ConnectionError("lost", String(error));
  if (error.name === "AbortError" || error instanceof ConnectionError) return error;
  const { code, message = error.message } = (error.cause ?? {}) as { code?: string; message?: string };
  return new ConnectionError(code === "ECONNREFUSED" ? "absent" : "lost", message || error.message, { cause: error });
}
