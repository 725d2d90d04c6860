// A channel for a single context: the shared worker, or a page in a browser without shared workers.
import { newId, type Transport } from "../../../client/index.ts";
import { Channel } from "./channel.ts";
import type { LaneEvents } from "./lane-transport.ts";

export const ownChannel = (transport: Transport, events: Omit<LaneEvents, "onAnswer">): Channel =>
  new Channel({ ...events, transport, later, nowMs: Date.now, newId });

export function later(ms: number, action: () => void): () => void {
  const timer = setTimeout(action, ms);
  return () => clearTimeout(timer);
}
