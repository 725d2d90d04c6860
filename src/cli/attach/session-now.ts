// What is known of the session while it is open: its state, whether that is today's, and when a turn was last seen to end.
import type { Client } from "../../client/index.ts";
import { SessionReader } from "../../client/session-reader.ts";
import { type SessionState, statusOf } from "../../core/index.ts";
import { type SentMeanwhile, sentMeanwhile } from "../prompt/held-queue.ts";
import { type TurnEnd, turnEnd } from "./stop-turn.ts";

export class SessionNow {
  readonly reader: SessionReader;
  readonly #nowMs: () => number;
  /** The state before the newest event. */
  #before: SessionState | null = null;
  #turnEnd: TurnEnd = null;
  #isCaughtUp = false;
  #sent: SentMeanwhile = "goes alone";
  readonly #sentMeanwhile: Promise<SentMeanwhile>;

  constructor(client: Client, session: string, nowMs: () => number) {
    this.#sentMeanwhile = sentMeanwhile(client);
    this.reader = new SessionReader({ client, session });
    this.#nowMs = nowMs;
  }

  /** Null while the log is being replaced by another one. */
  get state(): SessionState | null {
    return this.reader.state;
  }

  /** The history was shown. */
  get isCaughtUp(): boolean {
    return this.#isCaughtUp;
  }

  get turnEnd(): TurnEnd {
    return this.#turnEnd;
  }

  /** What happens to a prompt that is sent while the queue is held. */
  get sent(): SentMeanwhile {
    return this.#sent;
  }

  /** A prompt that is sent now would wait. */
  get isBusy(): boolean {
    const { state } = this;
    if (state === null) return false;
    return state.turn.open !== null || statusOf(state, new Date(this.#nowMs()).toISOString()).word === "starting";
  }

  /** The reader has taken an event in. */
  noteEvent(): void {
    const [before, now] = [this.#before, this.state];
    this.#before = now;
    if (before && now) this.#turnEnd = turnEnd(before, now, this.#nowMs()) ?? this.#turnEnd;
  }

  /** The person sends something: no end of a turn was seen since. */
  forgetTurnEnd(): void {
    this.#turnEnd = null;
  }

  /** Another log takes the place of this one. */
  reset(): void {
    this.#before = null;
  }

  /** Resolves to whether it is the first time. */
  async catchUp(): Promise<boolean> {
    if (!this.state) await this.reader.current();
    this.#before = this.state;
    this.#sent = await this.#sentMeanwhile;
    const isFirst = !this.#isCaughtUp;
    this.#isCaughtUp = true;
    return isFirst;
  }
}
