// Opens the page's lanes: through the worker that all tabs share, or, without one, through a channel of its own.
import { newId, type Transport } from "../../../client/index.ts";
import { ownScript } from "../own-script.ts";
import { startHeartbeat } from "./heartbeat.ts";
import type { LaneEvents, Lanes } from "./lane-transport.ts";
import { lastingLanes, type WorkerEnd } from "./lasting-lanes.ts";
import { later, ownChannel } from "./own-channel.ts";
import { workerLanes } from "./worker-lanes.ts";
import type { Port, ToTab, ToWorker } from "./worker-messages.ts";

interface Way {
  readonly transport: Transport;
  readonly key: () => string | null;
}

export function openLanes(way: Way, events: LaneEvents): Lanes {
  return lastingLanes({
    shared: (onEnd) => sharedLanes(way, events, onEnd),
    own: () => ownLanes(way.transport, events),
    onReplaced: () => events.onNextTry(null),
  });
}

function ownLanes(transport: Transport, events: LaneEvents): Lanes {
  const channel = ownChannel(transport, events);
  return { open: (path, reader) => channel.open(path, reader), wake: () => channel.wake() };
}

function sharedLanes({ key }: Way, events: LaneEvents, onEnd: (end: WorkerEnd) => void): Lanes | null {
  // Locks show which tabs were closed.
  if (typeof SharedWorker === "undefined" || !navigator.locks) return null;
  try {
    const worker = new SharedWorker(ownScript(SHARED_WORKER), { name: "skein", type: "module" });
    const port = worker.port as unknown as Port<ToTab, ToWorker>;
    const shared = workerLanes(port, { ...events, onHeard: () => heartbeat.heard() }, key);
    const left = Promise.withResolvers<void>();
    const leave = (end: WorkerEnd): void => {
      heartbeat.stop();
      worker.onerror = null;
      onEnd(end);
      shared.fail();
      // A worker that only hung closes the lanes of this tab.
      left.resolve();
    };
    const onSilent = (wasHeard: boolean): void => leave(wasHeard ? "silent" : "unreachable");
    const heartbeat = startHeartbeat({ ask: () => shared.ask(), later, onSilent });
    const lock = `skein tab ${newId()}`;
    const hold = (): Promise<void> => {
      // Sent when the lock is held: otherwise the worker could get it first.
      shared.live(lock);
      return left.promise;
    };
    navigator.locks.request(lock, hold).catch(() => undefined);
    worker.onerror = () => leave("unreachable");
    return shared;
  } catch {
    return null;
  }
}
