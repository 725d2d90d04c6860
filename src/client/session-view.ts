// A session as somebody looks at it: its state and transcript, folded from the log as it is followed, over any number of connections.
import {
  type Event,
  FOLD_VERSION,
  initialState,
  type SessionState,
  type Status,
  statusOf,
  type Transcript,
} from "../core/index.ts";
import type { Frame } from "../protocol/index.ts";
import type { Wait } from "./back-off.ts";
import type { Client } from "./client.ts";
import { type ConnectionWord, type KeptConnection, keepConnected } from "./keep-connected.ts";
import { Listeners } from "./listeners.ts";
import { LogWindow } from "./log-window.ts";
import { type PlaceStorage, SeenPlace } from "./seen-place.ts";
import type { Delivery } from "./send.ts";
import type { Surroundings } from "./surroundings.ts";

export interface ViewOptions {
  /** Events in the first page of the transcript, and in each older one; 200 unless it is said. */
  readonly pageEvents?: number;
}

export interface ViewChange {
  /** What came, in order. */
  readonly events: readonly Event[];
  /** Set when everything from before is void, and the view was emptied: the log was replaced or shortened. What there is now comes next. */
  readonly reset: "epoch" | "ahead" | "pruned" | null;
}

export interface ViewPlace {
  readonly client: Client;
  readonly session: string;
  readonly surroundings: Surroundings;
  readonly storage: PlaceStorage | null;
  readonly wait: Wait;
}

const PAGE_EVENTS = 200;

export class SessionView {
  readonly session: string;
  readonly #client: Client;
  readonly #pageEvents: number;
  readonly #seen: SeenPlace;
  readonly #listeners = new Listeners<ViewChange>((earlier, later) => ({
    events: later.reset ? later.events : [...earlier.events, ...later.events],
    reset: later.reset ?? earlier.reset,
  }));
  #window: LogWindow;
  #connection: ConnectionWord = "connecting";
  #failure: Error | null = null;
  #kept: KeptConnection | null = null;
  #isClosed = false;

  private constructor({ client, session, storage, wait }: ViewPlace, { pageEvents = PAGE_EVENTS }: ViewOptions) {
    this.session = session;
    this.#client = client;
    this.#pageEvents = pageEvents;
    this.#seen = new SeenPlace({ storage, session, wait });
    this.#window = LogWindow.nothing();
  }

  /** Resolves with the session as it is now; rejects when it can't be had. From then on it follows by itself. */
  static async open(place: ViewPlace, options: ViewOptions): Promise<SessionView> {
    const view = new SessionView(place, options);
    view.#window = await view.#load();
    view.#keepPlace();
    view.#kept = keepConnected({
      surroundings: place.surroundings,
      wait: place.wait,
      attempt: (signal, say) => view.#follow(signal, say),
      onWord: (word) => {
        view.#connection = word;
        view.#tell();
      },
      onFailure: (error) => {
        view.#failure = error;
        view.#tell();
      },
      onHide: () => view.#seen.flush(),
    });
    return view;
  }

  /** Everything that the log says of the session as a whole. */
  get state(): SessionState {
    return this.#window.state;
  }

  get status(): Status {
    return statusOf(this.state, new Date().toISOString());
  }

  /** What people read. It begins where the oldest loaded page begins. */
  get transcript(): Transcript {
    return this.#window.transcript;
  }

  get connection(): ConnectionWord {
    return this.#connection;
  }

  /** Why the view follows no more; null as long as it does. */
  get failure(): Error | null {
    return this.#failure;
  }

  /** The newest event that is in it, with everything before. */
  get lastSeenSeq(): number {
    return this.state.head;
  }

  /** How far it had come the last time that this client looked; null when it never did, or at another log. */
  get seenBefore(): number | null {
    const { before } = this.#seen;
    return before && before.epoch === this.#window.epoch ? Math.min(before.seq, this.lastSeenSeq) : null;
  }

  /** How far people have read, on whichever device. */
  get readSeq(): number {
    return this.state.lifecycle.acknowledgedSeq;
  }

  get hasOlder(): boolean {
    return this.#window.hasOlder;
  }

  /** One more page before the oldest; resolves with whether there is still more. */
  async loadOlder(): Promise<boolean> {
    const window = this.#window;
    if (!window.hasOlder) return false;
    const query = { before: window.firstSeq, limit: this.#pageEvents };
    const { events, more, epoch } = await this.#client.events(this.session, query);
    // Meanwhile it may have been emptied, or another log stands there: then the page belongs to nothing.
    if (window === this.#window && epoch === window.epoch) {
      window.prepend(events, { hasOlder: more });
      this.#tell();
    }
    return this.#window.hasOlder;
  }

  /** The listener is called once for all that came together. Returns how to end that. */
  subscribe(listener: (change: ViewChange) => void): () => void {
    return this.#listeners.subscribe(listener);
  }

  /** Resolves as soon as it holds; rejects when the view ends before. */
  until(holds: (view: SessionView) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): boolean => {
        if (holds(this)) resolve();
        else if (this.#failure) reject(this.#failure);
        else if (this.#isClosed) reject(new Error("The view was closed."));
        else return false;
        return true;
      };
      if (look()) return;
      const unsubscribe = this.subscribe(() => look() && unsubscribe());
    });
  }

  /** A prompt. What is said of its delivery stands in the log, whether an answer came or not. */
  send(text: string): Promise<Delivery> {
    return this.#client.send(this.session, { content: [{ type: "text", text }] });
  }

  /** Tells everybody that people have read up to here, or up to `seq`. */
  async markRead(seq: number = this.lastSeenSeq): Promise<void> {
    await this.#client.acknowledge(this.session, seq);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#kept?.close();
    this.#seen.flush();
    this.#connection = "offline";
    this.#tell();
  }

  /** The state as the daemon has folded it, and the newest page before its head. */
  async #load(): Promise<LogWindow> {
    for (;;) {
      const { state, epoch } = await this.#client.session(this.session);
      // A daemon of another version folds another shape: then the log is folded here, from its beginning.
      if (state.version !== FOLD_VERSION)
        return new LogWindow({ epoch, state: initialState, events: [], hasOlder: false });
      const query = { before: state.head + 1, limit: this.#pageEvents };
      const page = await this.#client.events(this.session, query);
      if (page.epoch === epoch) return new LogWindow({ epoch, state, events: page.events, hasOlder: page.more });
    }
  }

  async #follow(signal: AbortSignal, say: (word: ConnectionWord) => void): Promise<void> {
    if (this.#window.epoch === null) {
      const loaded = await this.#load();
      if (signal.aborted) return;
      this.#window = loaded;
      this.#keepPlace();
      this.#tell();
    }
    const { epoch, state } = this.#window;
    const onBreak = (error: unknown): void => this.#kept?.broke(error);
    const from = { after: state.head, epoch: epoch ?? undefined, signal, onBreak };
    for await (const item of this.#client.follow(this.session, from)) {
      if (item.kind === "event") this.#take(item.event);
      else if (item.frame.frame === "reset") return this.#drop(item.frame);
      else if (item.frame.frame === "hello") say("catching up");
      else if (item.frame.frame === "caught_up") say("live");
    }
  }

  #take(event: Event): void {
    if (!this.#window.take(event)) return;
    this.#keepPlace();
    this.#tell([event]);
  }

  #drop({ reason }: Frame & { frame: "reset" }): void {
    this.#window = LogWindow.nothing();
    this.#listeners.tell({ events: [], reset: reason });
  }

  #keepPlace(): void {
    const { epoch, state } = this.#window;
    if (epoch !== null) this.#seen.move({ epoch, seq: state.head });
  }

  #tell(events: readonly Event[] = []): void {
    this.#listeners.tell({ events, reset: null });
  }
}
