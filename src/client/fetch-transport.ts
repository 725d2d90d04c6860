// Requests by `fetch`: in a browser, or to a daemon that is reached through a URL.
import { ConnectionError } from "./connection-error.ts";
import type { Transport } from "./transport.ts";

export interface FetchPlace {
  /** Where `/v1` is; a path before it is kept. */
  readonly url: string;
  readonly token?: string | undefined;
  readonly fetch?: typeof fetch;
}

/** Whatever it is doing, a daemon answers within moments; a network that swallows requests never does. */
const SILENCE_MS = 15_000;

export function fetchTransport({ url, token, fetch = globalThis.fetch }: FetchPlace): Transport {
  const base = url.replace(/\/+$/, "");
  const who: Readonly<Record<string, string>> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return async ({ method, path, headers, bytes, body = bytes, stream, signal, isLong = false }) => {
    const giveUp = new AbortController();
    const silence = isLong ? undefined : setTimeout(() => giveUp.abort(silent()), SILENCE_MS);
    try {
      const response = await fetch(base + path, {
        method,
        headers: { ...headers, ...who },
        cache: "no-store",
        signal: signal ? AbortSignal.any([signal, giveUp.signal]) : giveUp.signal,
        ...(body === undefined ? {} : { body: body as string | Uint8Array<ArrayBuffer> }),
        ...(stream === undefined ? {} : { body: ReadableStream.from(stream), duplex: "half" }),
      });
      return { status: response.status, body: chunksOf(response) };
    } catch (error) {
      throw signal?.aborted ? error : connectionError(error);
    } finally {
      clearTimeout(silence);
    }
  };
}

async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (!reader) return;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } catch (error) {
    throw connectionError(error);
  } finally {
    // Who stops reading closes the connection.
    await reader.cancel().catch(() => undefined);
  }
}

const silent = (): ConnectionError =>
  new ConnectionError("silent", `no answer came within ${SILENCE_MS / 1000} seconds`);

/** Browsers don't tell why a request failed; Node says when nobody listens. */
function connectionError(error: unknown): Error {
  if (!(error instanceof Error)) return new ConnectionError("lost", String(error));
  if (error.name === "AbortError" || error instanceof ConnectionError) return error;
  const { code, message = error.message } = (error.cause ?? {}) as { code?: string; message?: string };
  return new ConnectionError(code === "ECONNREFUSED" ? "absent" : "lost", message || error.message, { cause: error });
}
