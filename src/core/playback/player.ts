// A replay that is played, stopped and moved through. It knows what to show next, and nothing of how it is shown or where events come from.
import { advance, type Moment, nextSpeed, type Pace, type Timed } from "./clock.ts";

/** What is played. */
export interface Reel {
  /** The event that is shown, with everything before it; null if nothing is. */
  readonly current: Timed | null;
  /** The first event that can be shown. */
  readonly first: number;
  /** The last one. */
  readonly head: number;
  /** What follows, as far as it is at hand; more is fetched by itself. */
  upcoming(): readonly Timed[];
  /** It begins to be played: what could not be fetched before is tried again. */
  retry?(): void;
  /** Shows the next events up to this one, which is among the upcoming ones. */
  showUpTo(seq: number): void;
  /** Shows the session as it was at this event. Of several calls at once the last counts. */
  show(seq: number): Promise<void>;
  /** The turn that begins after this event; null if none does. */
  turnAfter(seq: number): Promise<number | null>;
  /** The newest turn that begins before it. */
  turnBefore(seq: number): Promise<number | null>;
}

export class Player {
  readonly #reel: Reel;
  #moment: Moment | null = null;
  #isPlaying = false;
  pace: Pace;

  constructor(reel: Reel, pace: Pace = { speed: 1, skipsIdle: true }) {
    this.#reel = reel;
    this.pace = pace;
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  get isAtEnd(): boolean {
    const { current, head } = this.#reel;
    return current === null || current.seq >= head;
  }

  /** At the end it begins again. */
  async play(): Promise<void> {
    if (this.#isPlaying) return;
    this.#isPlaying = true;
    this.#reel.retry?.();
    if (this.isAtEnd) await this.#move(this.#reel.first);
  }

  pause(): void {
    this.#isPlaying = false;
  }

  async toggle(): Promise<void> {
    if (this.#isPlaying) this.pause();
    else await this.play();
  }

  /** So many milliseconds of the viewer's time have passed. True if something else is to be seen. */
  tick(elapsedMs: number): boolean {
    const { current } = this.#reel;
    if (!this.#isPlaying || current === null) return false;
    // It was moved meanwhile.
    const from = this.#moment?.event.seq === current.seq ? this.#moment : { event: current, sinceMs: 0 };
    const { pace } = this;
    this.#moment = advance(from, this.#reel.upcoming(), { elapsedMs, pace });
    const { seq } = this.#moment.event;
    if (seq > current.seq) this.#reel.showUpTo(seq);
    if (this.isAtEnd) this.pause();
    return seq > current.seq;
  }

  /** Plays on from there if it played. */
  seek(seq: number): Promise<void> {
    return this.#move(seq);
  }

  /** A step is for looking closely: it stops. */
  async stepEvents(count: number): Promise<void> {
    this.pause();
    const from = this.#reel.current?.seq ?? 0;
    await this.#move(from + count);
  }

  async stepTurn(step: 1 | -1): Promise<void> {
    const from = this.#reel.current?.seq ?? 0;
    // A turn is shown with its prompt, which is the event behind its beginning.
    const start = step === 1 ? await this.#reel.turnAfter(from) : await this.#reel.turnBefore(from - 1);
    const { first, head } = this.#reel;
    await this.#move(start === null ? (step === 1 ? head : first) : start + 1);
  }

  /** Back to the beginning, where it waits. */
  async reset(): Promise<void> {
    this.pause();
    await this.#move(this.#reel.first);
  }

  faster(step: 1 | -1): void {
    this.pace = { ...this.pace, speed: nextSpeed(this.pace.speed, step) };
  }

  async #move(seq: number): Promise<void> {
    this.#moment = null;
    const { first, head } = this.#reel;
    await this.#reel.show(Math.min(Math.max(first, Math.round(seq)), head));
  }
}
