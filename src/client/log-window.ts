// What a client holds of a session's log: the state up to its head, and the newest events as a transcript that can grow backwards.
// No I/O: whoever fills it decides where events come from.
import {
  type Event,
  emptyTranscript,
  extendTranscript,
  initialState,
  reduce,
  type SessionState,
  type Transcript,
} from "../core/index.ts";

export interface WindowContents {
  /** Which life of the log the seqs belong to; null = nothing is known of it yet. */
  readonly epoch: string | null;
  readonly state: SessionState;
  /** The newest, up to the state's head. */
  readonly events: readonly Event[];
  /** Whether the log has more before these. */
  readonly hasOlder: boolean;
}

export class LogWindow {
  readonly epoch: string | null;
  #state: SessionState;
  #events: Event[];
  #hasOlder: boolean;
  /** Folded when somebody looks: most events come in crowds. */
  #transcript: Transcript = emptyTranscript;
  #unfolded: Event[];

  constructor({ epoch, state, events, hasOlder }: WindowContents) {
    this.epoch = epoch;
    this.#state = state;
    this.#events = [...events];
    this.#hasOlder = hasOlder;
    this.#unfolded = [...events];
  }

  static readonly nothing = (): LogWindow =>
    new LogWindow({ epoch: null, state: initialState, events: [], hasOlder: false });

  get state(): SessionState {
    return this.#state;
  }

  get hasOlder(): boolean {
    return this.#hasOlder;
  }

  /** The oldest event that is held; past the head when none is. */
  get firstSeq(): number {
    return this.#events[0]?.seq ?? this.#state.head + 1;
  }

  get transcript(): Transcript {
    if (this.#unfolded.length > 0) {
      this.#transcript = extendTranscript(this.#transcript, this.#unfolded);
      this.#unfolded = [];
    }
    return this.#transcript;
  }

  /** True when it is new: an event is known by its place alone, whatever it says. */
  take(event: Event): boolean {
    if (event.seq <= this.#state.head) return false;
    this.#state = reduce(this.#state, event);
    this.#events.push(event);
    this.#unfolded.push(event);
    return true;
  }

  /** Takes in what comes right before the oldest event that is held; whatever is held already is left out. */
  prepend(older: readonly Event[], { hasOlder }: { hasOlder: boolean }): void {
    const { firstSeq } = this;
    this.#events = [...older.filter(({ seq }) => seq < firstSeq), ...this.#events];
    this.#hasOlder = hasOlder;
    this.#transcript = emptyTranscript;
    this.#unfolded = [...this.#events];
  }
}
