// While a question is on the screen, nothing that the agent says may come below it: it would push the question away, and could look like
// another one. What comes meanwhile is not kept here; once the question is settled it is read from the log again, and shown in its order.
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

  /** Something waits that a person would see. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** The question is the last thing on the screen, below what the events up to `seq` added. */
  begin(question: string, seq: number): void {
    const isAgain = this.#since?.question === question;
    this.#since = { question, seq };
    this.#hasMore &&= isAgain;
  }

  /** Nothing of what was held back counts any more. */
  end(): void {
    this.#since = null;
    this.#hasMore = false;
  }

  /** Whether the event must wait. The one that settles the question need not. */
  holds(event: Event): boolean {
    if (!this.#since) return false;
    const known = understand(event);
    const isAbout = known?.type === "permission" && known.data.id === this.#since.question;
    if (isAbout && known.data.state !== "asked") return false;
    this.#hasMore ||= extendTail(emptyTail, event).changes.some(({ block }) => block.kind !== "prompt");
    return true;
  }

  /** The event, and all that was held back before it. */
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
