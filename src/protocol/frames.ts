// The frames of a stream besides events, and both formats (SSE, NDJSON). Only `skip` moves the cursor.
import type { Attention } from "../core/index.ts";
import type { ListedSession } from "./schemas/session.ts";

export type Frame =
  /** First on every stream. */
  | { frame: "hello"; epoch: string; firstSeq: number; head: number; after: number }
  /** Everything up to `head` was sent; what follows is live. */
  | { frame: "caught_up"; head: number }
  /** The cursor is void (another epoch, ahead of the log, or before its beginning): drop everything and start over. */
  | { frame: "reset"; epoch: string; head: number; reason: "epoch" | "ahead" | "pruned" }
  /** Nothing for this stream up to there: the cursor moves without an event. */
  | { frame: "skip"; to: number }
  /** Whether the log can be written has changed; `text` is for people. */
  | { frame: "storage"; kind: "writable" | "slow" | "fenced" | "lost"; text: string }
  /** Something in some session waits for a person. The named client shows it, so that it is shown once; `null` = no client needs to. */
  | { frame: "attention"; attention: Attention; client: string | null }
  /** It was answered, read or superseded: a client that shows it may stop. */
  | { frame: "attention_cleared"; id: string }
  /** The server closes the stream; reconnect at the cursor. `draining` = it shuts down; any other reason = it goes on. */
  | { frame: "bye"; reason: "draining" | "slow" | "reconnect"; retryMs: number };

/** On the stream of all sessions an event is sent with its commit number, which is the cursor there. */
export interface CommitLine {
  commit: number;
  event: unknown;
}

/** On the stream of the list: a current row, or the id of a removed one, with the cursor after this line. */
export type ChangeLine = { commit: number; row: ListedSession } | { commit: number; removed: string };

/** One event as SSE; `line` is its JSON. */
export const sseEvent = (cursor: number, line: string): string => `id: ${cursor}\ndata: ${line}\n\n`;

export function sseFrame(frame: Frame): string {
  const { frame: name, ...data } = frame;
  const id = frame.frame === "skip" ? `id: ${frame.to}\n` : "";
  return `${id}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

export const ndjsonEvent = (line: string): string => `${line}\n`;
export const ndjsonCommit = (commit: number, line: string): string => `{"commit":${commit},"event":${line}}\n`;
/** `line` is the row's JSON; null = the row is removed. */
export const changeLine = (commit: number, id: string, line: string | null): string =>
  line === null ? JSON.stringify({ commit, removed: id }) : `{"commit":${commit},"row":${line}}`;
export const ndjsonFrame = (frame: Frame): string => `${JSON.stringify(frame)}\n`;
