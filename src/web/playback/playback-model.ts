// A session that is played back: where it is, whether it plays, and what is known of its length. The clock of the screen drives it.
import { type ReadonlySignal, signal } from "@preact/signals";
import { type EventSource, PastView } from "../../client/playback/index.ts";
import { type Mark, Moves, Player } from "../../core/playback/index.ts";
import type { Point } from "../../view/index.ts";
import { explain } from "../page/explain.ts";

export interface PlaybackSource extends EventSource {
  timeline(withMarks: boolean): Promise<{ points: readonly Point[]; marks: readonly Mark[] | null }>;
}

interface Beginning {
  readonly source: PlaybackSource;
  readonly head: number;
  /** The event to begin with. */
  readonly at: number;
}

/** Longer than this nobody has looked: the tab was hidden. */
const MAX_TICK_MS = 500;

export class PlaybackModel {
  readonly view: PastView;
  readonly player: Player;
  readonly points = signal<readonly Point[]>([]);
  readonly marks = signal<readonly Mark[]>([]);
  readonly #changes = signal(0);
  readonly #failure = signal<string | null>(null);
  readonly #jumps = signal(0);
  readonly #source: PlaybackSource;
  #frame = 0;
  #lastMs = 0;
  #isClosed = false;
  readonly #moves = new Moves({ moved: () => this.#moved(), failed: (error) => this.#failed(error) });

  constructor({ source, head, at }: Beginning) {
    this.#source = source;
    this.view = new PastView(source, head);
    this.view.onLook = () => this.#drawn();
    this.player = new Player(this.view);
    this.#moves.jump(() => this.player.seek(at));
    this.#learn(head);
  }

  /** Counts whatever is to be drawn again. */
  get changes(): ReadonlySignal<number> {
    return this.#changes;
  }

  /** Counts the moments that were jumped to: they are seen at their end. */
  get jumps(): ReadonlySignal<number> {
    return this.#jumps;
  }

  get failure(): ReadonlySignal<string | null> {
    return this.#failure;
  }

  get seq(): number {
    return this.view.current?.seq ?? 1;
  }

  close(): void {
    this.#isClosed = true;
    this.#moves.drop();
    this.player.pause();
    cancelAnimationFrame(this.#frame);
  }

  /** More has happened since. */
  extendTo(head: number): void {
    if (head <= this.view.head) return;
    this.view.extendTo(head);
    this.#learn(head);
    this.#drawn();
  }

  toggle(): void {
    if (this.player.isPlaying) {
      this.player.pause();
      this.#drawn();
    } else this.#moves.step(() => this.player.play());
  }

  seek(seq: number): void {
    this.#moves.jump(() => this.player.seek(seq));
  }

  stepEvents(count: number): void {
    this.#moves.step(() => this.player.stepEvents(count));
  }

  stepTurn(step: 1 | -1): void {
    this.#moves.step(() => this.player.stepTurn(step));
  }

  reset(): void {
    this.#moves.jump(() => this.player.reset());
  }

  setSpeed(speed: number): void {
    this.player.pace = { ...this.player.pace, speed };
    this.#drawn();
  }

  faster(step: 1 | -1): void {
    this.player.faster(step);
    this.#drawn();
  }

  skipIdle(skipsIdle: boolean): void {
    this.player.pace = { ...this.player.pace, skipsIdle };
    this.#drawn();
  }

  #moved(): void {
    this.#failure.value = null;
    this.#jumps.value++;
    if (this.#isClosed) return;
    this.#drawn();
    this.#run();
  }

  #failed(error: unknown): void {
    this.player.pause();
    this.#failure.value = explain(error);
    this.#drawn();
  }

  /** The times come at once, however long the session is; the marks when all of it was read. */
  #learn(head: number): void {
    if (head === 0) return;
    const take = (withMarks: boolean): void => {
      this.#source.timeline(withMarks).then(
        ({ points, marks }) => {
          this.points.value = points;
          if (marks) this.marks.value = marks;
        },
        // Without them it can be played all the same.
        () => {},
      );
    };
    take(false);
    take(true);
  }

  #run(): void {
    if (this.#frame !== 0 || !this.player.isPlaying) return;
    this.#lastMs = performance.now();
    this.#frame = requestAnimationFrame(this.#tick);
  }

  readonly #tick = (nowMs: number): void => {
    this.#frame = 0;
    if (this.#isClosed) return;
    const elapsedMs = Math.min(MAX_TICK_MS, Math.max(0, nowMs - this.#lastMs));
    this.#lastMs = nowMs;
    // While it is moved, it does not go on from where it was.
    if (!this.#moves.isMoving) this.#play(elapsedMs);
    if (this.player.isPlaying) this.#frame = requestAnimationFrame(this.#tick);
  };

  #play(elapsedMs: number): void {
    try {
      const isChanged = this.player.tick(elapsedMs);
      if (isChanged || !this.player.isPlaying) this.#drawn();
    } catch (error) {
      this.#failed(error);
    }
  }

  #drawn(): void {
    this.#changes.value++;
  }
}
