// A tab's lanes, through the worker that all tabs share.
import { ConnectionError } from "../../../client/index.ts";
import type { LaneAnswer, LaneReader } from "./channel.ts";
import type { LaneEvents, Lanes } from "./lane-transport.ts";
import type { Port, ToTab, ToWorker } from "./worker-messages.ts";

interface OpenLane {
  readonly reader: LaneReader;
  readonly opened: PromiseWithResolvers<LaneAnswer>;
}

export interface WorkerLanes extends Lanes {
  /** The tab holds this lock; when it is released, the tab is gone. */
  live(lock: string): void;
  /** Asks whether the worker is there; any message of it is an answer. */
  ask(): void;
  /** The worker can't be reached: all pending requests fail, and nothing that it says counts any more. */
  fail(): void;
}

interface WorkerLaneEvents extends LaneEvents {
  /** The worker has said something. */
  readonly onHeard: () => void;
}

export function workerLanes(
  port: Port<ToTab, ToWorker>,
  events: WorkerLaneEvents,
  key: () => string | null,
): WorkerLanes {
  const lanes = new Map<number, OpenLane>();
  let last = 0;
  let told: string | null = null;
  /** Sends the key if it has changed, as after a new sign-in. */
  const tellKey = (): void => {
    const known = key();
    if (known === null || known === told) return;
    told = known;
    port.postMessage({ kind: "key", key: known });
  };
  const close = (lane: number): void => {
    if (lanes.delete(lane)) port.postMessage({ kind: "close", lane });
  };
  port.onmessage = ({ data }) => {
    events.onHeard();
    if (data.kind === "here") return;
    if (data.kind === "line") return events.onAnswer(data.news);
    if (data.kind === "next try") return events.onNextTry(data.atMs);
    if (data.kind === "delayed") return events.onStreamDelayed();
    const { lane } = data;
    if (data.kind === "bytes") port.postMessage({ kind: "took", lane, bytes: data.bytes.length });
    const open = lanes.get(lane);
    if (!open) return;
    if (data.kind === "bytes") return open.reader.bytes(data.bytes);
    if (data.kind === "opened") return open.opened.resolve({ kind: "open", close: () => close(lane) });
    lanes.delete(lane);
    if (data.kind === "refused") open.opened.resolve({ kind: "refused", status: data.status, body: data.body });
    else if (data.kind === "failed") open.opened.reject(new ConnectionError("lost", data.why));
    else {
      open.opened.reject(new ConnectionError("lost", "The stream has ended."));
      open.reader.end();
    }
  };
  return {
    live: (lock) => port.postMessage({ kind: "hello", lock }),
    open(path, reader) {
      const lane = ++last;
      const opened = Promise.withResolvers<LaneAnswer>();
      lanes.set(lane, { reader, opened });
      tellKey();
      port.postMessage({ kind: "open", lane, path });
      return opened.promise;
    },
    wake() {
      tellKey();
      port.postMessage({ kind: "wake" });
    },
    ask: () => port.postMessage({ kind: "ask" }),
    fail() {
      port.onmessage = null;
      for (const { reader, opened } of lanes.values()) {
        opened.reject(new ConnectionError("lost", "The page's worker has ended."));
        reader.end();
      }
      lanes.clear();
    },
  };
}
