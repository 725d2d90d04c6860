// Where a follower stands in a log, and what an arriving line means for it. Pure: connections, time and consumers are elsewhere.
//
//                   event after+1 → deliver, advance          hello of our epoch → deliver; caught_up, too, if we have it all
//   {epoch, after}  event ≤ after → drop (seen before)        reset, or a hello of another history → start over
//                   event > after+1, or before any hello,     skip → advance without an event
//                   or caught_up beyond us → gap: ask again
//
// Only a reset moves the cursor backwards; between resets what is delivered is contiguous, without holes or doubles. This holds also when
// lines are lost, doubled or come in another order: nothing rests on how reliable the way is, only on each connection's hello.
import type { Event } from "../core/index.ts";
import type { Frame } from "../protocol/index.ts";

export interface Cursor {
  /** The epoch of the seqs; null until the server has sent it. */
  readonly epoch: string | null;
  /** The highest seq that was delivered, with everything before it. */
  readonly after: number;
  /** Whether this connection has sent its hello: before that its seqs could be of another epoch. */
  readonly isGreeted: boolean;
}

export type Verdict =
  | { readonly kind: "deliver"; readonly cursor: Cursor }
  | { readonly kind: "drop" }
  | { readonly kind: "gap" }
  | { readonly kind: "reset"; readonly cursor: Cursor; readonly reason: ResetReason };

type ResetReason = (Frame & { frame: "reset" })["reason"];
type Hello = Frame & { frame: "hello" };

/** The same position, on a new connection. */
export const onNewConnection = (cursor: Cursor): Cursor => ({ ...cursor, isGreeted: false });

export function placeEvent(cursor: Cursor, { seq }: Pick<Event, "seq">): Verdict {
  if (!cursor.isGreeted) return { kind: "gap" };
  if (seq <= cursor.after) return { kind: "drop" };
  if (seq > cursor.after + 1) return { kind: "gap" };
  return { kind: "deliver", cursor: { ...cursor, after: seq } };
}

export function placeFrame(cursor: Cursor, frame: Frame): Verdict {
  switch (frame.frame) {
    case "hello":
      return placeHello(cursor, frame);
    case "reset":
      return { kind: "reset", cursor: { epoch: frame.epoch, after: 0, isGreeted: true }, reason: frame.reason };
    case "skip":
      return { kind: "deliver", cursor: { ...cursor, after: Math.max(cursor.after, frame.to) } };
    case "caught_up":
      // All events of a session are sent: a missing one was lost on the way.
      return frame.head > cursor.after ? { kind: "gap" } : { kind: "deliver", cursor };
    case "storage":
    case "attention":
    case "attention_cleared":
    case "bye":
      return { kind: "deliver", cursor };
    default:
      // A newer server may send kinds that this version does not know.
      frame satisfies never;
      return { kind: "drop" };
  }
}

/** A hello alone shows that the cursor is void; the reset before it may have been lost. */
function placeHello({ epoch, after, isGreeted }: Cursor, hello: Hello): Verdict {
  // A log whose beginning was pruned starts at its floor.
  const floor = hello.firstSeq - 1;
  const startingOver: Cursor = { epoch: hello.epoch, after: floor, isGreeted: true };
  if (epoch !== null && epoch !== hello.epoch) return { kind: "reset", cursor: startingOver, reason: "epoch" };
  // A repeated hello on the same connection has no effect.
  if (!isGreeted && after > hello.head) return { kind: "reset", cursor: startingOver, reason: "ahead" };
  if (after > 0 && after < floor) return { kind: "reset", cursor: startingOver, reason: "pruned" };
  return { kind: "deliver", cursor: { ...startingOver, after: Math.max(after, floor) } };
}
