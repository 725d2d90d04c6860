// Where the streams of this page come from: its own channel.
import { newId, type Transport } from "../../client/index.ts";
import { Channel } from "./channel.ts";
import type { OpenLane } from "./lane-transport.ts";

export interface LaneEvents {
  /** When it is tried again after a failure, as a time; null: it is connected again. */
  readonly onNextTry: (atMs: number | null) => void;
  /** The daemon answers, and what it sends bit by bit does not arrive. */
  readonly onHeldBack: () => void;
}

export interface Lanes {
  readonly open: OpenLane;
  /** Connects anew now. */
  wake(): void;
}

export function openLanes(transport: Transport, events: LaneEvents): Lanes {
  const channel = new Channel({ ...events, transport, later, nowMs: Date.now, newId });
  return { open: (path, reader) => channel.open(path, reader), wake: () => channel.wake() };
}

function later(ms: number, action: () => void): () => void {
  const timer = setTimeout(action, ms);
  return () => clearTimeout(timer);
}
