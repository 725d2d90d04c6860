// Turns the lines of a connection into items for a list. Pure; one chunk at a time.
//
//   a row, or the end of one → deliver; the cursor is what the line says         hello of another history, or reset → start over at 0
//   caught_up, skip → the cursor moves without a row                             anything before the hello, or unreadable → ask again
//
// The same row may come twice; the newest counts. The cursor stays at 0 until all rows were sent: who is cut off before that starts over.
import type { ChangeLine, Frame } from "../protocol/index.ts";
import type { Taken } from "./consume-lines.ts";
import { type Cursor, placeFrame } from "./cursor.ts";

export type FollowedRow = (
  | { readonly kind: "change"; readonly change: ChangeLine }
  /** A hello that begins at 0: the whole list follows, and nothing else is in it. */
  | { readonly kind: "frame"; readonly frame: Frame }
) & {
  /** The cursor after this item. */
  readonly cursor: Cursor;
};

export function consumeRows(from: Cursor, lines: readonly string[]): Taken<FollowedRow> {
  const items: FollowedRow[] = [];
  let cursor = from;
  for (const line of lines) {
    const value = parseLine(line);
    const moved = value && moveCursor(cursor, value);
    if (!moved) return { items, cursor, isOver: true };
    cursor = moved;
    if (!("frame" in value)) items.push({ kind: "change", change: value, cursor });
    else items.push({ kind: "frame", frame: value, cursor });
    if ("frame" in value && value.frame === "bye") return { items, cursor, isOver: true };
  }
  return { items, cursor, isOver: false };
}

/** Null: the connection is useless. */
function moveCursor(cursor: Cursor, value: ChangeLine | Frame): Cursor | null {
  if (!("frame" in value)) return cursor.isGreeted ? { ...cursor, after: value.commit } : null;
  if (value.frame === "hello") return { epoch: value.epoch, after: value.after, isGreeted: true };
  if (value.frame === "caught_up") return { ...cursor, after: Math.max(cursor.after, value.head) };
  const placed = placeFrame(cursor, value);
  return "cursor" in placed ? placed.cursor : cursor;
}

function parseLine(line: string): ChangeLine | Frame | null {
  try {
    const value: unknown = JSON.parse(line);
    const isKnown = typeof value === "object" && value !== null && ("frame" in value || "commit" in value);
    return isKnown ? (value as ChangeLine | Frame) : null;
  } catch {
    return null;
  }
}
