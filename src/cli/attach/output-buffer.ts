// While a question is on the screen, nothing that the agent says may come below it: it would push the question away, and could look like
// another one. What comes meanwhile is not kept here; once the question is settled it is read from the log again, and shown in its order.
import type { Client } from "../../client/index.ts";
import { type Event, emptyTranscript, extendTranscript, understand } from "../../core/index.ts";

export class OutputBuffer {
  readonly #client: Pick<Client, "follow">;
  readonly #session: string;
  /** The question on the screen, and the last event that was shown above it. */
  #since: { readonly question: string; readonly seq: number } | null = null;
  #hasMore = false;

  constructor(client: Pick<Client, "follow">, session: string) {
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
    this.#hasMore ||= extendTranscript(emptyTranscript, [event]).blocks.some(({ kind }) => kind !== "prompt");
    return true;
  }

  /** The event, and all that was held back before it. */
  async *upTo(event: Event, signal: AbortSignal): AsyncGenerator<Event, void> {
    const since = this.#since;
    this.end();
    if (since && since.seq < event.seq - 1)
      for await (const item of this.#client.follow(this.#session, { after: since.seq, signal })) {
        const isLast = item.kind === "event" ? item.event.seq >= event.seq : item.frame.frame === "caught_up";
        if (isLast) break;
        if (item.kind === "event") yield item.event;
      }
    yield event;
  }
}
