// What a request for a stream asks for: its format, and where it starts.
import type { IncomingMessage } from "node:http";
import { cursor, NDJSON, SSE } from "../../protocol/index.ts";
import { headerOf } from "../server/headers.ts";
import { readParameter } from "./read-query.ts";

export function streamAskedFor({ headers }: IncomingMessage): typeof SSE | typeof NDJSON | null {
  const { accept = "" } = headers;
  if (accept.startsWith(SSE)) return SSE;
  return accept.startsWith(NDJSON) ? NDJSON : null;
}

/** Null: the stream has no end. */
export const waitMsIn = ({ wait }: { wait?: number | undefined }): number | null =>
  wait === undefined ? null : wait * 1000;

const anyCursor = cursor("");

/** Takes precedence over `after`: it is what a reconnecting reader really has. */
export function lastEventId(request: IncomingMessage): number | null {
  const last = headerOf(request, "last-event-id");
  return last === undefined ? null : (readParameter("Last-Event-ID", anyCursor, last) ?? null);
}
