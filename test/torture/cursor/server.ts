// The daemon's streams and fan-out, the real ones, over a simulated history and simulated connections: started, drained, killed, restored.
import { toResponse } from "../../../src/daemon/streams/output.ts";
import { Streams } from "../../../src/daemon/streams/streams.ts";
import { FanOut } from "../../../src/session/index.ts";
import { type ManualClock, manualClock } from "../../kit/manual-clock.ts";
import { type History, SESSION } from "./history.ts";
import type { Wire } from "./wire.ts";

interface Life {
  readonly streams: Streams;
  readonly fanOut: FanOut;
  readonly clock: ManualClock;
  readonly wires: Set<Wire>;
}

export class Server {
  readonly #history: History;
  readonly #putOff: (() => void)[] = [];
  readonly #realSetImmediate = globalThis.setImmediate;
  #life: Life | null = null;

  /** With `turns: "by hand"` nothing happens by itself: the event loop turns when it is told to. */
  constructor(history: History, { turns }: { turns: "real" | "by hand" }) {
    this.#history = history;
    if (turns === "by hand")
      globalThis.setImmediate = ((act: () => void) => this.#putOff.push(act)) as unknown as typeof setImmediate;
    this.start();
  }

  /** Gives the event loop back. */
  close(): void {
    globalThis.setImmediate = this.#realSetImmediate;
  }

  get isResting(): boolean {
    return this.#putOff.length === 0;
  }

  get isUp(): boolean {
    return this.#life !== null;
  }

  start(): void {
    if (this.#life) return;
    const log = this.#history.log();
    const fanOut = new FanOut(log);
    const clock = manualClock();
    this.#life = { streams: new Streams({ log, fanOut, clock }), fanOut, clock, wires: new Set() };
  }

  /** Goes down: after a word to its followers, or as kill -9 does it. */
  stop(how: "draining" | "killed"): void {
    const life = this.#life;
    this.#life = null;
    if (how === "draining") life?.streams.close();
    for (const wire of life?.wires ?? []) {
      if (how === "draining") wire.settle();
      wire.lose();
    }
    this.#putOff.length = 0;
  }

  open(wire: Wire, cursor: { after: number; epoch: string | null }): void {
    this.#life?.wires.add(wire);
    this.#life?.streams.session({
      session: SESSION,
      ...cursor,
      until: null,
      form: "ndjson",
      output: toResponse(wire.response),
    });
  }

  append(): void {
    if (!this.#life) return;
    this.#history.append("");
    this.#life.fanOut.publish(SESSION, { head: this.#history.head });
  }

  /** The recorded answer's seq; null when nobody is there. */
  order(command: string): number | null {
    if (!this.#life) return null;
    const seq = this.#history.order(command);
    this.#life.fanOut.publish(SESSION, { head: this.#history.head });
    return seq;
  }

  /** A write failed, and the log was closed and opened again. */
  reopenLog(): void {
    this.#life?.streams.tell({ frame: "storage", kind: "fenced", text: "storage: disk full" });
    this.#life?.fanOut.reset();
    this.#life?.streams.tell({ frame: "storage", kind: "writable", text: "storage: everything is saved again" });
  }

  /** One turn of the event loop: what was put off until then is done. */
  turn(): void {
    for (const act of this.#putOff.splice(0)) act();
  }

  /** Long enough for a reader that does not read to be cut off. */
  passMinute(): void {
    for (const wire of this.#life?.wires ?? []) wire.settle();
    this.#life?.clock.advance(60_000);
  }
}
