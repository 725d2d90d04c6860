// Runs in the shared worker: connects all tabs of the browser to one channel. Each tab's lanes are lanes of the channel. A tab that is closed
// or reads nothing loses its lanes, without effect on the others.
import type { LaneAnswer, LaneReader } from "./channel.ts";
import type { Port, ToTab, ToWorker } from "./worker-messages.ts";

interface HubPorts {
  readonly channel: {
    open(path: string, reader: LaneReader): Promise<LaneAnswer>;
    wake(): void;
  };
  /** Resolves when the holder of this lock is gone. */
  readonly gone: (lock: string) => Promise<void>;
  readonly onKey: (key: string) => void;
  readonly nowMs: () => number;
}

interface TabLane {
  /** Bytes that were posted to the tab and not read by it. */
  untaken: number;
  /** Null while the lane is being opened. */
  close: (() => void) | null;
}

/** Limits the memory for a suspended tab; its streams continue at their cursors later. */
const MAX_UNTAKEN = 4 * 1024 * 1024;
/** Many tabs notice at the same time that the network is back: one reconnect is enough. */
const WAKE_MS = 1000;

export class LaneHub {
  readonly #ports: HubPorts;
  readonly #tabs = new Set<Port<ToWorker, ToTab>>();
  #wokenMs = Number.NEGATIVE_INFINITY;

  constructor(ports: HubPorts) {
    this.#ports = ports;
  }

  /** Posts to every tab. */
  tellAll(message: ToTab): void {
    for (const port of this.#tabs) port.postMessage(message);
  }

  connect(port: Port<ToWorker, ToTab>): void {
    const lanes = new Map<number, TabLane>();
    this.#tabs.add(port);
    const leave = (): void => {
      this.#tabs.delete(port);
      port.onmessage = null;
      for (const lane of [...lanes.keys()]) close(lane);
    };
    const close = (number: number): void => {
      const lane = lanes.get(number);
      lanes.delete(number);
      lane?.close?.();
    };
    port.onmessage = ({ data }) => {
      if (data.kind === "hello") this.#ports.gone(data.lock).then(leave, leave);
      else if (data.kind === "key") this.#ports.onKey(data.key);
      else if (data.kind === "wake") this.#wake();
      else if (data.kind === "ask") port.postMessage({ kind: "here" });
      else if (data.kind === "close") close(data.lane);
      else if (data.kind === "open") this.#open(port, lanes, data).catch(leave);
      else {
        const lane = lanes.get(data.lane);
        if (lane) lane.untaken -= data.bytes;
      }
    };
  }

  async #open(
    port: Port<ToWorker, ToTab>,
    lanes: Map<number, TabLane>,
    { lane: number, path }: { lane: number; path: string },
  ): Promise<void> {
    const lane: TabLane = { untaken: 0, close: null };
    lanes.set(number, lane);
    const isOver = (): boolean => lanes.get(number) !== lane;
    const end = (): void => {
      if (isOver()) return;
      lanes.delete(number);
      port.postMessage({ kind: "end", lane: number });
    };
    const reader: LaneReader = {
      bytes(bytes) {
        if (isOver()) return;
        lane.untaken += bytes.length;
        if (lane.untaken <= MAX_UNTAKEN)
          return port.postMessage({ kind: "bytes", lane: number, bytes }, [bytes.buffer]);
        end();
        lane.close?.();
      },
      end,
    };
    try {
      const answer = await this.#ports.channel.open(path, reader);
      if (answer.kind === "open") lane.close = answer.close;
      // It was closed while it was being opened.
      if (isOver()) return lane.close?.();
      if (answer.kind === "open") return port.postMessage({ kind: "opened", lane: number });
      lanes.delete(number);
      port.postMessage({ kind: "refused", lane: number, status: answer.status, body: answer.body });
    } catch (error) {
      if (isOver()) return;
      lanes.delete(number);
      port.postMessage({ kind: "failed", lane: number, why: String(error) });
    }
  }

  #wake(): void {
    if (this.#ports.nowMs() - this.#wokenMs < WAKE_MS) return;
    this.#wokenMs = this.#ports.nowMs();
    this.#ports.channel.wake();
  }
}
