// The server's truth in the simulation: one session's events with their receipts, as a log port gives them; restored from backups and pruned.
import type { Log, StoredEvent } from "../../../src/log/index.ts";

export const SESSION = "s";
/** Few enough that a schedule of some dozen events has many pages. */
const PAGE_EVENTS = 3;

export class History {
  epoch = "e1";
  floor = 1;
  readonly #lines = new Map<string, string[]>([["e1", []]]);
  #events: StoredEvent[] = [];
  /** Seq by command. */
  #receipts = new Map<string, number>();
  #made = 0;

  get head(): number {
    return this.#events.length;
  }

  /** Every line of every life of the database, pruned or not, so that what a client was given long ago can be judged. */
  lineOf(epoch: string, seq: number): string | undefined {
    return this.#lines.get(epoch)?.[seq - 1];
  }

  /** How often the command took effect, in each life of the database. */
  effectsOf(command: string): number[] {
    return [...this.#lines.values()].map((lines) => lines.filter((line) => line.endsWith(`"${command}"}}`)).length);
  }

  append(command: string): number {
    const seq = this.head + 1;
    // No two events are alike, so that one of another life can't be taken for this one; a byte may be cut within é.
    const line = `{"session":"${SESSION}","seq":${seq},"data":{"é":${++this.#made},"command":"${command}"}}`;
    this.#events.push({ session: SESSION, seq, commit: seq, type: "notice", line });
    this.#lines.get(this.epoch)?.push(line);
    return seq;
  }

  /** Once for each id: a second time it is the recorded answer. */
  order(command: string): number {
    const recorded = this.#receipts.get(command);
    if (recorded !== undefined) return recorded;
    const seq = this.append(command);
    this.#receipts.set(command, seq);
    return seq;
  }

  has(command: string): boolean {
    return this.#receipts.has(command);
  }

  /** A backup that ended at `head` takes the place of what there was. */
  restore(head: number): void {
    this.epoch = `e${this.#lines.size + 1}`;
    this.floor = Math.min(this.floor, Math.max(1, head));
    this.rollBack(head);
  }

  /** As restore, but by a hand that copies files: the epoch is what it was. */
  rollBack(head: number): void {
    this.#events = this.#events.slice(0, head);
    this.#receipts = new Map([...this.#receipts].filter(([, seq]) => seq <= head));
    this.#lines.set(
      this.epoch,
      this.#events.map(({ line }) => line),
    );
  }

  /** Some of the beginning goes; the last event stays. */
  prune(events: number): void {
    this.floor = Math.max(1, Math.min(this.head, this.floor + events));
  }

  /** What streams and fan-out read. */
  log(): Log {
    const read: Log["read"] = (query) => {
      const from = Math.max("after" in query ? query.after : 0, this.floor - 1);
      const events = this.#events.slice(from, from + PAGE_EVENTS);
      const more = from + events.length < this.head;
      return { events, firstSeq: this.floor, head: this.head, more };
    };
    const lastCommit = (): number => this.head;
    return { epoch: this.epoch, read, lastCommit, condition: () => ({ kind: "writable" }) } as unknown as Log;
  }
}
