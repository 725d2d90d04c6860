// What a session changed as far as its tool calls show it, where there are no trees.
import { setImmediate } from "node:timers/promises";
import {
  blobsIn,
  editTypes,
  extendEdits,
  type FileChange,
  filesOfEdits,
  noEdits,
  restoreTexts,
  shortenHunks,
} from "../../core/index.ts";
import type { Log } from "../../log/index.ts";
import { parsed } from "./parsed.ts";

const SLICE = { limit: 2000, maxBytes: 512 * 1024 };
/** More of the log is not read for it. */
const MAX_EVENTS = 200_000;
/** A longer text is shown as its beginning. */
const MAX_BLOB_BYTES = 400_000;
const MAX_BLOBS_BYTES = 16_000_000;

export interface Caps {
  readonly files: number;
  readonly lines: number;
  readonly lineCharacters: number;
  readonly bytes: number;
}

interface Part {
  readonly session: string;
  /** Events from this seq to that one. */
  readonly from: number;
  readonly to: number;
  readonly turn: string | null;
  readonly directory: string;
  readonly path: string | undefined;
  readonly isStat: boolean;
  readonly caps: Caps;
  readonly isWanted: () => boolean;
}

export async function changesFromTools(log: Log, part: Part): Promise<{ files: FileChange[]; total: Total }> {
  const { session, from, to, turn, directory, path, isStat, caps } = part;
  let edits = noEdits;
  let blobBytes = 0;
  const whole = (data: unknown): unknown => {
    if (typeof data !== "object" || data === null) return data;
    const texts = new Map(
      blobsIn(data).flatMap((reference) => {
        const { hash, bytes } = reference;
        if (bytes > MAX_BLOB_BYTES || blobBytes + bytes > MAX_BLOBS_BYTES) return [];
        const blob = log.blob(hash);
        if (!blob) return [];
        blobBytes += bytes;
        return [[reference, Buffer.concat([...blob.parts()]).toString("utf8")] as const];
      }),
    );
    return texts.size === 0 ? data : restoreTexts(data, texts);
  };
  for (let after = Math.max(0, from - 1), read = 0; read < MAX_EVENTS; ) {
    const limit = Math.min(SLICE.limit, to - after);
    if (limit < 1 || !part.isWanted()) break;
    const page = log.skim({ session, after, ...SLICE, limit, ...editTypes });
    edits = extendEdits(
      edits,
      page.events.map(parsed).map((event) => ({ ...event, data: whole(event.data) })),
    );
    read += page.lastSeq - after;
    if (page.lastSeq <= after || page.lastSeq >= page.head) break;
    after = page.lastSeq;
    await setImmediate();
  }
  return capped(filesOfEdits(edits, { directory, turn }), { path, isStat, caps });
}

interface Total {
  readonly files: number;
  readonly added: number;
  readonly removed: number;
}

function capped(
  all: readonly FileChange[],
  { path, isStat, caps }: Pick<Part, "path" | "isStat" | "caps">,
): { files: FileChange[]; total: Total } {
  const meant = path === undefined ? all : all.filter((file) => file.path === path);
  const sum = (of: (file: FileChange) => number): number => meant.reduce((count, file) => count + of(file), 0);
  const total = { files: meant.length, added: sum(({ added }) => added), removed: sum(({ removed }) => removed) };
  const room = { lines: caps.lines, characters: caps.bytes };
  const files = meant.slice(0, caps.files).map((file): FileChange => {
    if (isStat) return { ...file, hunks: [] };
    const { hunks, isCut } = shortenHunks(file.hunks, room, caps.lineCharacters);
    return { ...file, hunks, ...(isCut ? { cut: true as const } : {}) };
  });
  return { files, total };
}
