// Turns the lines of a connection into items for a log's consumer. Pure; one chunk at a time.
import type { Event } from "../core/index.ts";
import type { Frame } from "../protocol/index.ts";
import { type Cursor, placeEvent, placeFrame } from "./cursor.ts";

export type Followed =
  /** `line` is the event exactly as in the log. */
  | { readonly kind: "event"; readonly event: Event; readonly line: string }
  /** After `reset` everything comes again from the log's beginning: drop what was built from earlier events. */
  | { readonly kind: "frame"; readonly frame: Frame };

export interface Taken<Item> {
  readonly items: readonly Item[];
  readonly cursor: Cursor;
  /** The connection is useless: reconnect at the cursor. */
  readonly isOver: boolean;
}

export function consumeLines(from: Cursor, lines: readonly string[]): Taken<Followed> {
  const items: Followed[] = [];
  let cursor = from;
  for (const line of lines) {
    const value = parseLine(line);
    // A proxy or the network has corrupted it.
    if (value === null) return { items, cursor, isOver: true };
    const isFrame = "frame" in value;
    const verdict = isFrame ? placeFrame(cursor, value) : placeEvent(cursor, value);
    if (verdict.kind === "drop") continue;
    if (verdict.kind === "gap") return { items, cursor, isOver: true };
    cursor = verdict.cursor;
    if (!isFrame) {
      items.push({ kind: "event", event: value, line });
      continue;
    }
    if (verdict.kind === "reset" && value.frame === "hello") {
      const { epoch, head } = value;
      items.push({ kind: "frame", frame: { frame: "reset", epoch, head, reason: verdict.reason } });
    }
    items.push({ kind: "frame", frame: value });
    if (value.frame === "bye") return { items, cursor, isOver: true };
  }
  return { items, cursor, isOver: false };
}

function parseLine(line: string): Frame | Event | null {
  try {
    const value: unknown = JSON.parse(line);
    const isKnown = typeof value === "object" && value !== null && ("frame" in value || "seq" in value);
    return isKnown ? (value as Frame | Event) : null;
  } catch {
    return null;
  }
}
