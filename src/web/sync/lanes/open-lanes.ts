// Opens the page's lanes: through the worker that all tabs share, or, without one, through a channel of its own.
import { newId, type Transport } from "../../../client/index.ts";
import { ownScript } from "../own-script.ts";
import type { LaneEvents, Lanes } from "./lane-transport.ts";
import { ownChannel } from "./own-channel.ts";
import { workerLanes } from "./worker-lanes.ts";
import type { Port, ToTab, ToWorker } from "./worker-messages.ts";

interface Way {
  readonly transport: Transport;
  readonly key: () => string | null;
}

export function openLanes(way: Way, events: LaneEvents): Lanes {
  return sharedLanes(way, events) ?? ownLanes(way.transport, events);
}

function ownLanes(transport: Transport, events: LaneEvents): Lanes {
  const channel = ownChannel(transport, events);
  return { open: (path, reader) => channel.open(path, reader), wake: () => channel.wake() };
}

function sharedLanes({ transport, key }: Way, events: LaneEvents): Lanes | null {
  // Locks show which tabs were closed.
  if (typeof SharedWorker === "undefined" || !navigator.locks) return null;
  try {
    const worker = new SharedWorker(ownScript(SHARED_WORKER), { name: "skein", type: "module" });
    const shared = workerLanes(worker.port as unknown as Port<ToTab, ToWorker>, events, key);
    let lanes: Lanes = shared;
    const lock = `skein tab ${newId()}`;
    const hold = (): Promise<never> => {
      // Sent when the lock is held: otherwise the worker could get it first.
      shared.live(lock);
      return new Promise(() => {});
    };
    navigator.locks.request(lock, hold).catch(() => undefined);
    worker.onerror = () => {
      if (lanes === shared) lanes = ownLanes(transport, events);
      shared.fail();
    };
    return { open: (path, reader) => lanes.open(path, reader), wake: () => lanes.wake() };
  } catch {
    return null;
  }
}
