// Whether the person looks at the session: the daemon is told, and what ended while they look counts as read.
import { waitingFor } from "../../core/index.ts";
import { type AttentionFrame, Presence } from "../session/presence.ts";
import { afterKey, type FocusState, isLooking, openedAt } from "../terminal/index.ts";
import type { Attaching } from "./attaching.ts";
import type { SessionNow } from "./session-now.ts";

export interface LookingOptions {
  readonly attaching: Attaching;
  readonly now: SessionNow;
  /** All that has happened is on the screen. */
  isShown(): boolean;
  /** Tells the daemon, in its turn. */
  act(task: () => Promise<unknown>): void;
}

export class Looking {
  readonly #options: LookingOptions;
  readonly #presence: Presence;
  #focus: FocusState;
  #readSeq = 0;

  constructor(options: LookingOptions) {
    this.#options = options;
    const { client, io, session } = options.attaching;
    this.#focus = openedAt(io.now());
    this.#presence = new Presence({ client, io, seen: () => (this.#isSeen ? session.id : null) });
  }

  /** Says where the person is, now. */
  claim(): void {
    this.#presence.claim();
  }

  /** Returns what there is to tell in words, if this terminal is the one to tell it. */
  show(frame: AttentionFrame): ReturnType<Presence["show"]> {
    return this.#presence.show(frame);
  }

  /** What the terminal sent: a key, or that it has got or lost the focus. */
  noteInput(sequence: string): void {
    const wasSeen = this.#isSeen;
    this.#focus = afterKey(this.#focus, sequence, this.#options.attaching.io.now());
    if (this.#isSeen !== wasSeen) this.claim();
    this.markRead();
  }

  /** The person is looking, so the finished turn is read. */
  markRead(): void {
    const { attaching, now, isShown, act } = this.#options;
    if (!now.isCaughtUp || !now.state || !this.#isSeen || !isShown()) return;
    const { client, session } = attaching;
    const { turn, lifecycle } = now.state;
    const results = waitingFor(session.id, now.state).filter(({ kind }) => kind !== "needs_you");
    const seq = Math.max(turn.last?.seq ?? 0, ...results.map((one) => one.seq));
    if (seq <= Math.max(this.#readSeq, lifecycle.acknowledgedSeq)) return;
    this.#readSeq = seq;
    act(() => client.acknowledge(session.id, seq));
  }

  end(): Promise<void> {
    return this.#presence.end();
  }

  get #isSeen(): boolean {
    return isLooking(this.#focus, this.#options.attaching.io.now());
  }
}
