// What is behind a view: loads a session's state and newest page, follows its log from there, brings other pages on demand, and starts over when
// the log is another one.
import type { Event } from "../core/index.ts";
import type { EventPageAnswer, Frame, SessionDetail } from "../protocol/index.ts";
import type { Wait } from "./back-off.ts";
import type { Client } from "./client.ts";
import type { HostEnvironment } from "./host-environment.ts";
import { type ConnectionWord, type KeptConnection, keepConnected } from "./keep-connected.ts";
import { LastSeen, type LastSeenStorage } from "./last-seen.ts";
import { type FoldedSession, LogWindow, type WindowBounds } from "./log-window.ts";
import { yieldPeriodically } from "./yield-periodically.ts";

export interface ViewChange {
  /** What came, in order. */
  readonly events: readonly Event[];
  /** Set when everything from before is void, and the view was emptied: the log was replaced or shortened. What there is now comes next. */
  readonly reset: "epoch" | "ahead" | "pruned" | null;
}

export interface ViewDependencies {
  readonly client: Client;
  readonly session: string;
  readonly environment: HostEnvironment;
  readonly storage: LastSeenStorage | null;
  readonly wait: Wait;
}

export interface Following extends ViewDependencies {
  readonly pageEvents: number;
  readonly bounds: WindowBounds;
  readonly tell: (change: ViewChange) => void;
}

/** How often a state that can't be folded here is asked for at most. */
const RENEW_EVERY_MS = 1000;

export class SessionFollower {
  readonly seen: LastSeen;
  window = LogWindow.nothing();
  connection: ConnectionWord = "connecting";
  failure: Error | null = null;
  readonly #following: Following;
  #kept: KeptConnection | null = null;
  /** Of where somebody wants to be, the last one counts. */
  #moves = 0;
  #isRenewing = false;
  readonly #closed = new AbortController();

  constructor(following: Following) {
    this.#following = following;
    this.seen = new LastSeen(following);
  }

  /** Resolves when the session is there as it is now; rejects when it can't be had. From then on it follows by itself. */
  async open(): Promise<void> {
    this.window = await this.#load();
    this.#keepPlace();
    const { environment, wait } = this.#following;
    this.#kept = keepConnected({
      environment,
      wait,
      attempt: (signal, say) => this.#follow(signal, say),
      onWord: (word) => {
        this.connection = word;
        this.#notify();
      },
      onFailure: (error) => {
        this.failure = error;
        this.#notify();
      },
      onHide: () => this.seen.flush(),
    });
  }

  async loadOlder(): Promise<void> {
    const { window } = this;
    if (!window.hasOlder) return;
    const page = await this.#page({ before: window.firstSeq });
    if (!this.#isOf(window, page)) return;
    window.prepend(page);
    this.#notify();
  }

  async loadNewer(): Promise<void> {
    const { window } = this;
    if (!window.hasNewer) return;
    const page = await this.#page({ after: window.lastSeq });
    if (!this.#isOf(window, page)) return;
    window.append(page);
    this.#notify();
  }

  /** Moves to where this event is, with as much before it as after it. */
  async seek(seq: number): Promise<void> {
    const { window } = this;
    if (window.head === 0) return;
    const { pageEvents, bounds } = this.#following;
    const move = ++this.#moves;
    const limit = Math.max(1, Math.floor(Math.min(pageEvents, bounds.events) / 2));
    const place = Math.min(Math.max(1, Math.floor(seq)), window.head);
    const [older, newer] = await Promise.all([
      this.#page({ before: place }, limit),
      this.#page({ after: place - 1 }, limit),
    ]);
    if (move !== this.#moves || !this.#isOf(window, older) || !this.#isOf(window, newer)) return;
    window.replace({ events: [...older.events, ...newer.events], firstSeq: newer.firstSeq });
    this.#notify();
  }

  /** Moves to the newest events, and follows again. */
  async toEnd(): Promise<void> {
    const { window } = this;
    const move = ++this.#moves;
    if (!window.hasNewer) return;
    const page = await this.#page({ before: window.head + 1 });
    if (move !== this.#moves || !this.#isOf(window, page)) return;
    window.replace(page);
    this.#notify();
    // What has happened on the way.
    const isWanted = (): boolean => move === this.#moves && window === this.window && window.hasNewer;
    for (let seen = -1; isWanted() && window.lastSeq > seen; ) {
      seen = window.lastSeq;
      await this.loadNewer();
    }
  }

  close(): void {
    this.#closed.abort();
    this.#kept?.close();
    this.seen.flush();
    this.connection = "offline";
    this.#notify();
  }

  /** The state as the daemon has folded it, and the newest page before its head. */
  async #load(): Promise<LogWindow> {
    const { client, session, bounds } = this.#following;
    for (;;) {
      const detail = await client.session(session);
      const { state, epoch } = detail;
      const page = await this.#page({ before: state.head + 1 });
      if (page.epoch === epoch) return new LogWindow({ ...page, folded: foldedIn(detail), bounds });
    }
  }

  #page(
    place: { before: number } | { after: number },
    limit: number = this.#following.pageEvents,
  ): Promise<EventPageAnswer> {
    const { client, session } = this.#following;
    return client.events(session, { ...place, limit });
  }

  /** Meanwhile the window may have been emptied, or another log stands there: then the page belongs to nothing. */
  #isOf(window: LogWindow, { epoch }: EventPageAnswer): boolean {
    return window === this.window && epoch === window.epoch;
  }

  /** The state of a daemon of another version can't be folded here: it is asked for again, at once and then now and then. */
  #keepRenewed(): void {
    if (this.#isRenewing || !this.window.isBehind) return;
    this.#isRenewing = true;
    const pause = (): Promise<void> => this.#following.wait(RENEW_EVERY_MS, this.#closed.signal);
    const goOn = (): void => {
      this.#isRenewing = false;
      this.#keepRenewed();
    };
    // Who can't be asked now is asked with the next event, or the next connection.
    const giveUp = (): void => {
      this.#isRenewing = false;
    };
    this.#renew().then(pause).then(goOn, giveUp);
  }

  async #renew(): Promise<void> {
    const { window } = this;
    const { client, session } = this.#following;
    const detail = await client.session(session);
    if (window !== this.window || detail.epoch !== window.epoch) return;
    window.renew(foldedIn(detail));
    this.#notify();
  }

  async #follow(signal: AbortSignal, say: (word: ConnectionWord) => void): Promise<void> {
    const { client, session, environment } = this.#following;
    if (this.window.epoch === null) {
      const loaded = await this.#load();
      if (signal.aborted) return;
      this.window = loaded;
      this.#keepPlace();
      this.#notify();
    }
    const { epoch, head } = this.window;
    const onBreak = (error: unknown): void => this.#kept?.broke(error);
    const from = { after: head, epoch: epoch ?? undefined, signal, onBreak };
    const yieldIfDue = yieldPeriodically(environment);
    for await (const item of client.follow(session, from)) {
      await yieldIfDue();
      if (signal.aborted) return;
      if (item.kind === "event") this.#apply(item.event);
      else if (item.frame.frame === "reset") return this.#drop(item.frame);
      else if (item.frame.frame === "hello") say("catching up");
      else if (item.frame.frame === "caught_up") {
        this.#keepRenewed();
        say("live");
      }
    }
  }

  #apply(event: Event): void {
    if (!this.window.take(event)) return;
    this.#keepPlace();
    this.#keepRenewed();
    this.#notify([event]);
  }

  #drop({ reason }: Frame & { frame: "reset" }): void {
    this.window = LogWindow.nothing();
    this.#following.tell({ events: [], reset: reason });
  }

  #keepPlace(): void {
    const { epoch, head } = this.window;
    if (epoch !== null) this.seen.move({ epoch, seq: head });
  }

  #notify(events: readonly Event[] = []): void {
    this.#following.tell({ events, reset: null });
  }
}

const foldedIn = ({ state, session: { status, reason } }: SessionDetail): FoldedSession => ({
  state,
  status: { word: status, reason },
});
