// Splits the bytes of a channel into the lines of its lanes. It works on bytes because they are passed on unchanged. Pure.
import { LineSplitter } from "../../../core/text/line-splitter.ts";

export type ChannelNews =
  | { readonly kind: "open"; readonly id: string; readonly silenceMs: number }
  /** Whole lines of one lane, with their line feeds. */
  | { readonly kind: "lines"; readonly lane: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "end"; readonly lane: number };

const START = new TextEncoder().encode('{"lane":');
const LINE = new TextEncoder().encode(',"line":');
const NEWLINE = 0x0a;
const ZERO = 0x30;

export class LaneLines {
  readonly #splitter = new LineSplitter();

  /** The messages in a chunk; lines of the same lane that arrive together stay together. Throws on anything that no daemon sends. */
  push(chunk: Uint8Array): ChannelNews[] {
    const news: ChannelNews[] = [];
    let pieces: Uint8Array[] = [];
    let open = 0;
    const flush = (): void => {
      if (pieces.length > 0) news.push({ kind: "lines", lane: open, bytes: joined(pieces) });
      pieces = [];
    };
    for (const line of this.#splitter.push(chunk)) {
      if (line.kind === "oversized") continue;
      const own = lineOf(line.bytes);
      if (!own || own.lane !== open) flush();
      if (own) {
        open = own.lane;
        pieces.push(own.bytes);
      } else news.push(...said(new TextDecoder().decode(line.bytes)));
    }
    flush();
    return news;
  }
}

function lineOf(bytes: Uint8Array): { lane: number; bytes: Uint8Array } | null {
  if (!begins(bytes, START, 0)) return null;
  let at = START.length;
  let lane = 0;
  for (; (bytes[at] ?? 0) >= ZERO && (bytes[at] ?? 0) <= ZERO + 9; at++) lane = lane * 10 + (bytes[at] ?? 0) - ZERO;
  if (!begins(bytes, LINE, at)) return null;
  return { lane, bytes: bytes.subarray(at + LINE.length, -1) };
}

const begins = (bytes: Uint8Array, start: Uint8Array, at: number): boolean =>
  start.every((byte, index) => bytes[at + index] === byte);

function joined(lines: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(lines.reduce((sum, { length }) => sum + length + 1, 0));
  let at = 0;
  for (const line of lines) {
    all.set(line, at);
    at += line.length + 1;
    all[at - 1] = NEWLINE;
  }
  return all;
}

function said(text: string): ChannelNews[] {
  const line: { channel?: string; id?: string; silenceMs?: number; lane?: number; end?: boolean } = JSON.parse(text);
  if (line.channel === "open" && line.id !== undefined) {
    const { id, silenceMs = 60_000 } = line;
    return [{ kind: "open", id, silenceMs }];
  }
  return line.end === true && line.lane !== undefined ? [{ kind: "end", lane: line.lane }] : [];
}
