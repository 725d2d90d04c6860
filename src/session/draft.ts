// A commit in preparation. Each event gets its seq and is folded once: the next decision sees the state that the log will have.
import { dataOf, type Event, type EventBody, type NewBlob, reduce, type SessionState } from "../core/index.ts";
import { externalize } from "./long-text.ts";

export class Draft {
  /** The time of its events, except those that happened earlier, elsewhere. */
  readonly at: string;
  readonly #session: string;
  readonly #events: Event[] = [];
  readonly #blobs: NewBlob[] = [];
  #state: SessionState;

  constructor({ session, state, at }: { session: string; state: SessionState; at: string }) {
    this.#session = session;
    this.#state = state;
    this.at = at;
  }

  /** The state after this commit. */
  get state(): SessionState {
    return this.#state;
  }

  get events(): readonly Event[] {
    return this.#events;
  }

  /** The long texts that its events refer to. */
  get blobs(): readonly NewBlob[] {
    return this.#blobs;
  }

  add(...bodies: readonly EventBody[]): this {
    for (const added of bodies) this.addEarlier(added, this.at);
    return this;
  }

  /** An event that happened at this time, elsewhere. */
  addEarlier(added: EventBody, at: string): this {
    const { body, blobs } = externalize(added);
    const { type, by } = body;
    const seq = this.#state.head + 1;
    const event: Event = { session: this.#session, seq, at, type, by, data: dataOf(body) };
    this.#state = reduce(this.#state, event);
    this.#events.push(event);
    this.#blobs.push(...blobs);
    return this;
  }
}
