// A follower without promises: the client's real line splitting and cursor, connected when the schedule says so. What `follow` adds to
// these, time and retries, is what the schedule does here.
import { consumeLines } from "../../../src/client/consume-lines.ts";
import { type Cursor, onNewConnection } from "../../../src/client/cursor.ts";
import { TextLines } from "../../../src/core/index.ts";
import { Consumer } from "./consumer.ts";
import type { History } from "./history.ts";
import type { Server } from "./server.ts";
import { Wire } from "./wire.ts";

export class Follower {
  consumer: Consumer;
  wire: Wire | null = null;
  readonly #history: History;
  #cursor: Cursor = { epoch: null, after: 0, isGreeted: false };
  #split = new TextLines();

  constructor(history: History) {
    this.#history = history;
    this.consumer = new Consumer(history);
  }

  connect(server: Server): void {
    if (this.wire || !server.isUp) return;
    this.wire = new Wire();
    this.#split = new TextLines();
    this.#cursor = onNewConnection(this.#cursor);
    server.open(this.wire, { after: this.#cursor.after, epoch: this.#cursor.epoch });
  }

  /** Reads at most so many bytes. */
  read(bytes: number): void {
    const chunk = this.wire?.carry(bytes);
    if (chunk === undefined) return;
    if (chunk === null) {
      this.leave();
      return;
    }
    const taken = consumeLines(this.#cursor, this.#split.push(chunk));
    this.#cursor = taken.cursor;
    for (const item of taken.items) this.consumer.take(item);
    if (taken.isOver) this.leave();
  }

  leave(): void {
    this.wire?.destroy();
    this.wire = null;
  }

  /** The client is gone, and the server does not know. */
  vanish(): void {
    this.wire = null;
  }

  /** Another life of the client: it goes on from what it saved, or it saved nothing. */
  restart(hasSaved: boolean): void {
    this.leave();
    if (!hasSaved) this.consumer = new Consumer(this.#history);
    this.#cursor = { epoch: this.consumer.epoch, after: this.consumer.lastSeenSeq, isGreeted: false };
  }
}
