// What survives a daemon: a session's log with receipts, the record of its run, and what was still to be written to the agent.
import { type Event, initialState, reduce, type SessionState } from "../../../src/core/index.ts";
import type { Message } from "./agent.ts";
import type { Model } from "./model.ts";
import type { Request } from "./post.ts";

export interface RunRecord {
  run: string;
  outOffset: number;
  inOffset: number;
  /** What its driver must know: the prompt that it works on. */
  promptId: string | null;
}

export interface Written {
  offset: number;
  message: Message;
}

/** All of it or nothing. */
export interface Change {
  events: readonly Event[];
  receipt?: { request: Request; answer: string };
  run?: RunRecord;
  outbox?: Written[];
  endedRun?: string;
}

const SNAPSHOT_EVENTS = 10;

export class Storage {
  readonly events: Event[] = [];
  readonly receipts = new Map<string, string>();
  run: RunRecord | null = null;
  outbox: Written[] = [];
  #snapshot: string | null = null;
  readonly #model: Model;

  constructor(model: Model) {
    this.#model = model;
  }

  /** The model sees what is durable at once, so that a broken promise is found where it broke. */
  append({ events, receipt, run, outbox, endedRun }: Change, next: SessionState): void {
    this.events.push(...events);
    if (receipt) this.receipts.set(receipt.request.id, receipt.answer);
    if (run) this.run = run;
    if (outbox) this.outbox.push(...outbox);
    if (endedRun !== undefined) {
      this.run = null;
      this.outbox = [];
    }
    this.#model.take({ events, command: receipt?.request.command ?? null }, next);
  }

  /** As a daemon that starts finds it: a snapshot, if enough has happened, and the tail after it. */
  load(): SessionState {
    const start: SessionState = this.#snapshot === null ? initialState : JSON.parse(this.#snapshot);
    const state = this.events.slice(start.head).reduce(reduce, start);
    if (state.head - start.head >= SNAPSHOT_EVENTS) this.#snapshot = JSON.stringify(state);
    return state;
  }

  /** From the first event on. */
  fold(): SessionState {
    return this.events.reduce(reduce, initialState);
  }
}
