// Where a follower stands in a log, and what an arriving line means for it. Pure: connections, time and consumers are elsewhere.
//
//             event after+1 → deliver, advance          hello / caught_up of our epoch → deliver
//   {epoch, after}  event ≤ after → drop (seen before)   reset, or a hello of another epoch → start over at 0
//             event > after+1 → gap: ask again from here    skip → advance without an event
//
// Only a reset moves the cursor backwards; between resets what is delivered is 1, 2, 3 … without holes or doubles.
import type { Event } from "../core/index.ts";
import type { Frame } from "../protocol/index.ts";

export interface Cursor {
  /** Which life of the database the seqs belong to; null until the server has said it. */
  readonly epoch: string | null;
  /** The highest seq that was delivered, with everything before it. */
  readonly after: number;
}

export type Verdict =
  | { readonly kind: "deliver"; readonly cursor: Cursor }
  | { readonly kind: "drop" }
  | { readonly kind: "gap" }
  | { readonly kind: "reset"; readonly cursor: Cursor };

export function placeEvent(cursor: Cursor, { seq }: Pick<Event, "seq">): Verdict {
  if (seq <= cursor.after) return { kind: "drop" };
  if (seq > cursor.after + 1) return { kind: "gap" };
  return { kind: "deliver", cursor: { ...cursor, after: seq } };
}

export function placeFrame(cursor: Cursor, frame: Frame): Verdict {
  switch (frame.frame) {
    case "hello": {
      const isOther = cursor.epoch !== null && cursor.epoch !== frame.epoch;
      if (isOther) return { kind: "reset", cursor: startOver(frame) };
      // A log whose beginning was pruned starts at its floor.
      return { kind: "deliver", cursor: { epoch: frame.epoch, after: Math.max(cursor.after, frame.firstSeq - 1) } };
    }
    case "reset":
      return { kind: "reset", cursor: startOver(frame) };
    case "skip":
      return { kind: "deliver", cursor: { ...cursor, after: Math.max(cursor.after, frame.to) } };
    case "caught_up":
    case "bye":
      return { kind: "deliver", cursor };
    default:
      // A newer server may say more than this version knows.
      frame satisfies never;
      return { kind: "drop" };
  }
}

const startOver = ({ epoch }: { epoch: string }): Cursor => ({ epoch, after: 0 });
