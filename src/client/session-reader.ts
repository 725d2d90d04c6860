// Reads along with a session: each event and frame in order, at the reader's pace, over any number of connections. Once requested, the session's
// state is kept at the reader's position. A view (`session-follower`) reads its session through this, too.
import type { SessionState } from "../core/index.ts";
import type { Frame, SessionDetail } from "../protocol/index.ts";
import { realWait, type Wait } from "./back-off.ts";
import type { Client } from "./client.ts";
import { conditionsIn } from "./conditions.ts";
import type { Followed } from "./consume-lines.ts";
import type { FollowOptions } from "./follow.ts";
import { type HostEnvironment, plainProcess } from "./host-environment.ts";
import { loadPart } from "./load-part.ts";
import { type FoldedSession, LogWindow } from "./log-window.ts";
import { isAnswer } from "./request.ts";
import { yieldPeriodically } from "./yield-periodically.ts";

export interface ReaderDependencies {
  readonly client: Pick<Client, "follow" | "session">;
  readonly session: string;
  readonly environment?: Pick<HostEnvironment, "nextTurn">;
  readonly wait?: Wait;
}

/** The daemon's report about its disk. */
export type StorageTrouble = Pick<Frame & { frame: "storage" }, "kind" | "text">;

/** The maximum rate of requests for a state that can't be folded here. */
const RENEW_EVERY_MS = 1000;
/** An event may arrive a moment before the daemon's own state includes it. */
const POLL_MS = 10;
/** A state that lags for a second belongs to a log that was shortened: the stream will report that. */
const MAX_POLLS = 100;

export class SessionReader {
  /** Empty until the session was requested, and after a reset. */
  window = LogWindow.nothing();
  readonly #client: ReaderDependencies["client"];
  readonly #session: string;
  readonly #environment: Pick<HostEnvironment, "nextTurn">;
  readonly #wait: Wait;
  readonly #onRenewal: () => void;
  /** The newest event that was delivered, and its epoch. */
  #head = 0;
  #epoch: string | null = null;
  #isCaughtUp = false;
  #isStopping = false;
  #storage: StorageTrouble | null = null;
  #isRenewing = false;

  /** `onRenewal` is called when the state was requested again, because it can't be folded here. */
  constructor(
    { client, session, environment = plainProcess, wait = realWait }: ReaderDependencies,
    onRenewal: () => void = () => {},
  ) {
    this.#client = client;
    this.#session = session;
    this.#environment = environment;
    this.#wait = wait;
    this.#onRenewal = onRenewal;
  }

  /** At the newest delivered event, or a later one; null until `current` has resolved, and after a reset until it does so again. */
  get state(): SessionState | null {
    return this.window.epoch === null ? null : this.window.state;
  }

  /** Everything that was in the log when the connection was made has been delivered. */
  get isCaughtUp(): boolean {
    return this.#isCaughtUp;
  }

  /** The daemon has announced its shutdown, and none has answered since. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Why the daemon can't write; null if it can. */
  get storage(): StorageTrouble | null {
    return this.#storage;
  }

  /** Everything after the cursor: folded first, then delivered. Ends when the signal is aborted, and throws when the daemon stays unreachable. */
  async *items(options: FollowOptions): AsyncGenerator<Followed, void> {
    const over = new AbortController();
    const yieldIfDue = yieldPeriodically(this.#environment);
    const onBreak = (error: unknown): void => {
      if (isAnswer(error)) this.#isStopping = false;
      options.onBreak?.(error);
    };
    try {
      const { reduce } = await loadPart(() => import("./fold.ts"));
      for await (const item of this.#client.follow(this.#session, { ...options, onBreak })) {
        await yieldIfDue();
        if (options.signal?.aborted) return;
        if (item.kind === "event") {
          this.#head = item.event.seq;
          if (this.window.epoch !== null) this.window.take(item.event, reduce);
        } else this.#heed(item.frame);
        if (item.kind === "event" || item.frame.frame === "caught_up") this.#keepRenewed(over.signal);
        yield item;
      }
    } finally {
      over.abort();
    }
  }

  /** The session's current state on the daemon, which is not older than what was delivered. From then on `state` is kept. */
  async current(signal?: AbortSignal): Promise<SessionDetail> {
    let detail = await this.#client.session(this.#session);
    const isBehind = (): boolean => detail.epoch === this.#epoch && detail.state.head < this.#head;
    for (let poll = 0; isBehind() && poll < MAX_POLLS && !signal?.aborted; poll++) {
      await this.#wait(POLL_MS);
      detail = await this.#client.session(this.#session);
    }
    this.#adopt(detail);
    return detail;
  }

  #heed(frame: Frame): void {
    switch (frame.frame) {
      case "hello":
        this.#epoch = frame.epoch;
        this.#isStopping = false;
        // A disk problem is reported again on each connection.
        this.#storage = null;
        return;
      case "reset":
        this.window = LogWindow.nothing();
        this.#head = 0;
        this.#isCaughtUp = false;
        return;
      case "caught_up":
        this.#isCaughtUp = true;
        return;
      case "storage":
        this.#storage = frame.kind === "writable" ? null : { kind: frame.kind, text: frame.text };
        return;
      case "bye":
        this.#isStopping = frame.reason === "draining";
        return;
      default:
    }
  }

  #adopt(detail: SessionDetail): void {
    if (this.window.epoch === detail.epoch) this.window.renew(foldedIn(detail));
    else this.window = LogWindow.stateOnly(detail.epoch, foldedIn(detail));
  }

  /** The state of a daemon of another version can't be folded here: it is requested again, at once and then from time to time. */
  #keepRenewed(signal: AbortSignal): void {
    if (this.#isRenewing || !this.window.isBehind) return;
    this.#isRenewing = true;
    const goOn = (): void => {
      this.#isRenewing = false;
      this.#keepRenewed(signal);
    };
    // A failed request is repeated with the next event, or the next connection.
    const giveUp = (): void => {
      this.#isRenewing = false;
    };
    this.#renew()
      .then(() => this.#wait(RENEW_EVERY_MS, signal))
      .then(goOn, giveUp);
  }

  async #renew(): Promise<void> {
    const { window } = this;
    const detail = await this.#client.session(this.#session);
    if (window !== this.window || detail.epoch !== window.epoch) return;
    window.renew(foldedIn(detail));
    this.#onRenewal();
  }
}

export function foldedIn(detail: SessionDetail): FoldedSession {
  const { state, session } = detail;
  return { state, status: { word: session.status, reason: session.reason }, conditions: conditionsIn(detail) };
}
