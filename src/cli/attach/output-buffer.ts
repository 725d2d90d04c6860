// While a question is on the screen, no agent's text may appear below it: it would push the question away, and could look like another one. Events
// that arrive meanwhile are not stored here; once the question is settled they are read from the log and shown in order.
import type { Client } from "../../client/index.ts";
import { type Event, emptyTail, extendTail, understand } from "../../core/index.ts";

const PAGE = 500;

export class OutputBuffer {
  readonly #client: Pick<Client, "events">;
  readonly #session: string;
  /** The question on the screen, and the last event that was shown above it. */
  #since: { readonly question: string; readonly seq: number } | null = null;
  #hasMore = false;

  constructor(client: Pick<Client, "events">, session: string) {
    this.#client = client;
    this.#session = session;
  }

  get isHolding(): boolean {
    return this.#since !== null;
  }

  /** Something visible is held back. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** The question is the last thing on the screen, below the events up to `seq`. */
  begin(question: string, seq: number): void {
    const isAgain = this.#since?.question === question;
    this.#since = { question, seq };
    this.#hasMore &&= isAgain;
  }

  /** Forgets everything that was held back. */
  end(): void {
    this.#since = null;
    this.#hasMore = false;
  }

  /** Whether the event must wait. The event that settles the question does not. */
  holds(event: Event): boolean {
    if (!this.#since) return false;
    const known = understand(event);
    const isAbout = known?.type === "permission" && known.data.id === this.#since.question;
    if (isAbout && known.data.state !== "asked") return false;
    this.#hasMore ||= extendTail(emptyTail, event).changes.some(({ block }) => block.kind !== "prompt");
    return true;
  }

  /** The event, and everything that was held back before it. */
  async *upTo(event: Event, signal: AbortSignal): AsyncGenerator<Event, void> {
    const since = this.#since;
    this.end();
    for (let after = since?.seq ?? event.seq; after < event.seq - 1 && !signal.aborted; ) {
      const limit = Math.min(PAGE, event.seq - 1 - after);
      const { events } = await this.#client.events(this.#session, { after, limit });
      yield* events;
      after = events.at(-1)?.seq ?? event.seq;
    }
    yield event;
  }
}
