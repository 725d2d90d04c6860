// What is behind a view: loads a session's state and newest page, follows its log from there, and starts over when the log is another one.
import { type Event, FOLD_VERSION, initialState } from "../core/index.ts";
import type { Frame } from "../protocol/index.ts";
import type { Wait } from "./back-off.ts";
import { breather } from "./breather.ts";
import type { Client } from "./client.ts";
import { type ConnectionWord, type KeptConnection, keepConnected } from "./keep-connected.ts";
import { LogWindow } from "./log-window.ts";
import { type PlaceStorage, SeenPlace } from "./seen-place.ts";
import type { Surroundings } from "./surroundings.ts";

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

export interface Following extends ViewPlace {
  readonly pageEvents: number;
  readonly tell: (change: ViewChange) => void;
}

export class SessionFollower {
  readonly seen: SeenPlace;
  window = LogWindow.nothing();
  connection: ConnectionWord = "connecting";
  failure: Error | null = null;
  readonly #following: Following;
  #kept: KeptConnection | null = null;

  constructor(following: Following) {
    this.#following = following;
    this.seen = new SeenPlace(following);
  }

  /** Resolves when the session is there as it is now; rejects when it can't be had. From then on it follows by itself. */
  async open(): Promise<void> {
    this.window = await this.#load();
    this.#keepPlace();
    const { surroundings, wait } = this.#following;
    this.#kept = keepConnected({
      surroundings,
      wait,
      attempt: (signal, say) => this.#follow(signal, say),
      onWord: (word) => {
        this.connection = word;
        this.#tell();
      },
      onFailure: (error) => {
        this.failure = error;
        this.#tell();
      },
      onHide: () => this.seen.flush(),
    });
  }

  async loadOlder(): Promise<void> {
    const { window } = this;
    if (!window.hasOlder) return;
    const { client, session, pageEvents } = this.#following;
    const { events, more, epoch } = await client.events(session, { before: window.firstSeq, limit: pageEvents });
    // Meanwhile it may have been emptied, or another log stands there: then the page belongs to nothing.
    if (window !== this.window || epoch !== window.epoch) return;
    window.prepend(events, { hasOlder: more });
    this.#tell();
  }

  close(): void {
    this.#kept?.close();
    this.seen.flush();
    this.connection = "offline";
    this.#tell();
  }

  /** The state as the daemon has folded it, and the newest page before its head. */
  async #load(): Promise<LogWindow> {
    const { client, session, pageEvents } = this.#following;
    for (;;) {
      const { state, epoch } = await client.session(session);
      // A daemon of another version folds another shape: then the log is folded here, from its beginning.
      if (state.version !== FOLD_VERSION)
        return new LogWindow({ epoch, state: initialState, events: [], hasOlder: false });
      const page = await client.events(session, { before: state.head + 1, limit: pageEvents });
      if (page.epoch === epoch) return new LogWindow({ epoch, state, events: page.events, hasOlder: page.more });
    }
  }

  async #follow(signal: AbortSignal, say: (word: ConnectionWord) => void): Promise<void> {
    const { client, session, surroundings } = this.#following;
    if (this.window.epoch === null) {
      const loaded = await this.#load();
      if (signal.aborted) return;
      this.window = loaded;
      this.#keepPlace();
      this.#tell();
    }
    const { epoch, state } = this.window;
    const onBreak = (error: unknown): void => this.#kept?.broke(error);
    const from = { after: state.head, epoch: epoch ?? undefined, signal, onBreak };
    const breathe = breather(surroundings);
    for await (const item of client.follow(session, from)) {
      await breathe();
      if (signal.aborted) return;
      if (item.kind === "event") this.#take(item.event);
      else if (item.frame.frame === "reset") return this.#drop(item.frame);
      else if (item.frame.frame === "hello") say("catching up");
      else if (item.frame.frame === "caught_up") say("live");
    }
  }

  #take(event: Event): void {
    if (!this.window.take(event)) return;
    this.#keepPlace();
    this.#tell([event]);
  }

  #drop({ reason }: Frame & { frame: "reset" }): void {
    this.window = LogWindow.nothing();
    this.#following.tell({ events: [], reset: reason });
  }

  #keepPlace(): void {
    const { epoch, state } = this.window;
    if (epoch !== null) this.seen.move({ epoch, seq: state.head });
  }

  #tell(events: readonly Event[] = []): void {
    this.#following.tell({ events, reset: null });
  }
}
