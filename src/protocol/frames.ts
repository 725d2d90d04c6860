// What a follower receives besides events, and how both forms (SSE, NDJSON) are written. Frames never move the cursor, except `skip`.
import type { Attention } from "../core/index.ts";
import type { ListedSession } from "./schemas/session.ts";

export type Frame =
  /** First on every stream. */
  | { frame: "hello"; epoch: string; firstSeq: number; head: number; after: number }
  /** Everything up to `head` was sent; what follows is live. */
  | { frame: "caught_up"; head: number }
  /** The cursor is void (another epoch, ahead of the log, or before its beginning by now): drop what you have and start over. */
  | { frame: "reset"; epoch: string; head: number; reason: "epoch" | "ahead" | "pruned" }
  /** Nothing for this stream up to there: the cursor moves without an event. */
  | { frame: "skip"; to: number }
  /** Whether the log can be written has changed; `text` says what people should know. */
  | { frame: "storage"; kind: "writable" | "slow" | "fenced" | "lost"; text: string }
  /** Something in some session waits for a person. The client that is named shows it, so that it is shown once; `null` = nobody needs to. */
  | { frame: "attention"; attention: Attention; client: string | null }
  /** It was answered, read or overtaken: whoever shows it may stop. */
  | { frame: "attention_cleared"; id: string }
  /** The server closes the stream; come back at your cursor. */
  | { frame: "bye"; reason: "draining" | "slow"; retryMs: number };

/** On the stream over all sessions an event travels with its commit number: the cursor there. */
export interface CommitLine {
  commit: number;
  event: unknown;
}

/** On the stream of the list: a row that is there now, or the id of one that is not, with the cursor that holds from this line on. */
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
/** `line` is the row's JSON; null = there is none any more. */
export const changeLine = (commit: number, id: string, line: string | null): string =>
  line === null ? JSON.stringify({ commit, removed: id }) : `{"commit":${commit},"row":${line}}`;
export const ndjsonFrame = (frame: Frame): string => `${JSON.stringify(frame)}\n`;
