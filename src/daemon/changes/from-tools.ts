// What a session changed as far as its tool calls show it, where there are no trees.
import { setImmediate } from "node:timers/promises";
import {
  blobsIn,
  type EditCall,
  EditedFiles,
  editsOfCall,
  editTypes,
  extendEdits,
  type FileChange,
  noEdits,
  openCalls,
  restoreTexts,
  shortenFiles,
} from "../../core/index.ts";
import type { Log } from "../../log/index.ts";
import { parsed } from "./parsed.ts";

const SLICE = { limit: 2000, maxBytes: 512 * 1024 };
/** More of the log is not read for it. */
const MAX_EVENTS = 200_000;
/** A longer text is shown as its beginning. */
const MAX_BLOB_BYTES = 400_000;
const MAX_BLOBS_BYTES = 16_000_000;
/** So long calls are compared in one turn of the event loop. */
const AT_ONCE_MS = 8;
/** So many times what the answer can have is kept of the lines: which of them it has depends on files that come later. */
const ROOM = 4;

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
  const edited = new EditedFiles({ lines: isStat ? 0 : ROOM * caps.lines, characters: ROOM * caps.bytes });
  const compare = async (calls: readonly EditCall[]): Promise<void> => {
    let since = performance.now();
    for (const call of calls) {
      if (turn !== null && call.turn !== turn) continue;
      for (const edit of editsOfCall(call, directory)) if (path === undefined || edit.path === path) edited.add(edit);
      if (performance.now() - since < AT_ONCE_MS) continue;
      await setImmediate();
      if (!part.isWanted()) return;
      since = performance.now();
    }
  };
  for (let after = Math.max(0, from - 1), read = 0; read < MAX_EVENTS; ) {
    const limit = Math.min(SLICE.limit, to - after);
    if (limit < 1 || !part.isWanted()) break;
    const page = log.skim({ session, after, ...SLICE, limit, ...editTypes });
    const events = page.events.map(parsed).map((event) => ({ ...event, data: whole(event.data) }));
    const extended = extendEdits(edits, events);
    edits = extended.edits;
    await compare(extended.ended);
    read += page.lastSeq - after;
    if (page.lastSeq <= after || page.lastSeq >= page.head) break;
    after = page.lastSeq;
    await setImmediate();
  }
  await compare(openCalls(edits));
  return capped(edited.list(), { isStat, caps });
}

interface Total {
  readonly files: number;
  readonly added: number;
  readonly removed: number;
}

function capped(
  meant: readonly FileChange[],
  { isStat, caps }: Pick<Part, "isStat" | "caps">,
): { files: FileChange[]; total: Total } {
  const sum = (of: (file: FileChange) => number): number => meant.reduce((count, file) => count + of(file), 0);
  const total = { files: meant.length, added: sum(({ added }) => added), removed: sum(({ removed }) => removed) };
  const listed = meant.slice(0, caps.files);
  if (isStat) return { files: listed.map(withoutLines), total };
  const shortened = shortenFiles(
    listed.map(({ hunks }) => hunks),
    caps,
  );
  const files = listed.map((file, at): FileChange => {
    const { hunks = [], isCut = true } = shortened[at] ?? {};
    return { ...file, hunks, ...(isCut || file.cut ? { cut: true as const } : {}) };
  });
  return { files, total };
}

const withoutLines = ({ cut: _, ...file }: FileChange): FileChange => ({ ...file, hunks: [] });
