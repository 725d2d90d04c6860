// The engine of a view: loads a session's state and newest page, follows the log, loads other pages on demand, and starts over when the log is
// replaced.
import type { Event } from "../core/index.ts";
import type { EventPageAnswer, Frame } from "../protocol/index.ts";
import type { Wait } from "./back-off.ts";
import type { Client } from "./client.ts";
import type { HostEnvironment } from "./host-environment.ts";
import { type ConnectionWord, type KeptConnection, keepConnected } from "./keep-connected.ts";
import { LastSeen, type LastSeenStorage } from "./last-seen.ts";
import { LogWindow, type WindowBounds } from "./log-window.ts";
import { foldedIn, SessionReader } from "./session-reader.ts";

export interface ViewChange {
  /** What came, in order. */
  readonly events: readonly Event[];
  /** Set if everything before is void, and the view was emptied: the log was replaced or shortened. The current content follows. */
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
  readonly maxMissedEvents?: number | undefined;
  readonly bounds: WindowBounds;
  readonly tell: (change: ViewChange) => void;
}

export class SessionFollower {
  readonly seen: LastSeen;
  readonly reader: SessionReader;
  connection: ConnectionWord = "connecting";
  failure: Error | null = null;
  readonly #following: Following;
  #kept: KeptConnection | null = null;
  /** Of several requested positions the last counts. */
  #moves = 0;
  #isHeld = false;
  #hasFollowed = false;

  constructor(following: Following) {
    this.#following = following;
    this.seen = new LastSeen(following);
    this.reader = new SessionReader(following, () => this.#notify());
  }

  get window(): LogWindow {
    return this.reader.window;
  }

  /** Resolves when the session is loaded; rejects if that fails. From then on it follows automatically. */
  async open(): Promise<void> {
    this.reader.window = await this.#load();
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

  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.window.isHeld = isHeld;
  }

  /** Moves to this event, with as much before it as after it. */
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
    window.replace({ events: [...older.events, ...newer.events], firstSeq: newer.firstSeq }, place);
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
    // Events that arrived meanwhile.
    const isWanted = (): boolean => move === this.#moves && window === this.window && window.hasNewer;
    for (let seen = -1; isWanted() && window.lastSeq > seen; ) {
      seen = window.lastSeq;
      await this.loadNewer();
    }
  }

  close(): void {
    this.#kept?.close();
    this.seen.flush();
    this.connection = "offline";
    this.#notify();
  }

  /** The state as folded by the daemon, and the newest page before its head. */
  async #load(): Promise<LogWindow> {
    const { client, session, bounds } = this.#following;
    for (;;) {
      const detail = await client.session(session);
      const { state, epoch } = detail;
      const page = await this.#page({ before: state.head + 1 });
      if (page.epoch !== epoch) continue;
      const window = new LogWindow({ ...page, folded: foldedIn(detail), bounds });
      window.isHeld = this.#isHeld;
      return window;
    }
  }

  #page(
    place: { before: number } | { after: number },
    limit: number = this.#following.pageEvents,
  ): Promise<EventPageAnswer> {
    const { client, session } = this.#following;
    return client.events(session, { ...place, limit });
  }

  /** The window may have been emptied meanwhile, or the log replaced: then the page is useless. */
  #isOf(window: LogWindow, { epoch }: EventPageAnswer): boolean {
    return window === this.window && epoch === window.epoch;
  }

  async #follow(signal: AbortSignal, say: (word: ConnectionWord) => void): Promise<void> {
    if (this.window.epoch === null) {
      const loaded = await this.#load();
      if (signal.aborted) return;
      this.reader.window = loaded;
      this.#keepPlace();
      this.#notify();
    }
    // Asked before the stream begins: it sends at once what was missed. When it is taken up again, only its first frame can tell.
    let isLookedAt = this.#hasFollowed && this.#following.maxMissedEvents !== undefined;
    if (isLookedAt) await this.#leapIfFar();
    if (signal.aborted) return;
    this.#hasFollowed = true;
    const { head } = this.window;
    const onBreak = (error: unknown): void => this.#kept?.broke(error);
    const isFar = (frame: Frame): boolean => {
      if (frame.frame !== "hello") return false;
      const isKnown = isLookedAt;
      isLookedAt = false;
      return !isKnown && frame.epoch === this.window.epoch && this.#isFarBehind(frame.head);
    };
    const from = { after: head, epoch: this.window.epoch ?? undefined, signal, onBreak };
    for await (const item of this.reader.items(from)) {
      if (item.kind === "event") {
        this.#keepPlace();
        this.#notify([item.event]);
      } else if (isFar(item.frame)) return;
      else if (this.#heed(item.frame, say) === "start over") return;
    }
  }

  #isFarBehind(head: number): boolean {
    const { maxMissedEvents = Number.POSITIVE_INFINITY } = this.#following;
    return head - this.window.head > maxMissedEvents;
  }

  /** To the daemon's head, with one page of what was missed: none of it where somebody reads something else. */
  async #leapIfFar(): Promise<void> {
    const { window } = this;
    const { client, session } = this.#following;
    const detail = await client.session(session);
    if (!this.#isFarBehind(detail.state.head)) return;
    const isFollowing = !window.hasNewer && !window.isHeld;
    const page = isFollowing ? await this.#page({ before: detail.state.head + 1 }) : null;
    // Another log: the stream says so.
    if (window !== this.window || detail.epoch !== window.epoch || (page && page.epoch !== window.epoch)) return;
    window.leap(foldedIn(detail));
    if (page) window.replace(page);
    this.#keepPlace();
    this.#notify();
  }

  #heed(frame: Frame, say: (word: ConnectionWord) => void): "start over" | undefined {
    switch (frame.frame) {
      case "reset":
        this.#following.tell({ events: [], reset: frame.reason });
        return "start over";
      case "hello":
        say("catching up");
        return undefined;
      case "caught_up":
        say("live");
        return undefined;
      case "storage":
      case "bye":
        this.#notify();
        return undefined;
      default:
        return undefined;
    }
  }

  #keepPlace(): void {
    const { epoch, head } = this.window;
    if (epoch !== null) this.seen.move({ epoch, seq: head });
  }

  #notify(events: readonly Event[] = []): void {
    this.#following.tell({ events, reset: null });
  }
}
