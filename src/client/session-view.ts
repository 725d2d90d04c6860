// A session as somebody looks at it: its state and transcript, folded from the log as it is followed, over any number of connections.
import type { Rejection, SessionState, Status, Transcript } from "../core/index.ts";
import type { CallerAnswer, OutlineAnswer } from "../protocol/index.ts";
import type { Client, OutlineQuery } from "./client.ts";
import type { ConnectionWord } from "./keep-connected.ts";
import { Listeners } from "./listeners.ts";
import { usualBounds } from "./log-window.ts";
import type { Delivery } from "./send.ts";
import { SessionFollower, type ViewChange, type ViewDependencies } from "./session-follower.ts";
import type { StorageTrouble } from "./session-reader.ts";
import { type Intent, whyRefused } from "./why.ts";

export type { ViewChange } from "./session-follower.ts";

export interface ViewOptions {
  /** Events in the first page of the transcript, and in each other one; 200 unless it is said. */
  readonly pageEvents?: number;
  /** Events that the transcript is made of at most; 2,000 unless it is said. */
  readonly windowEvents?: number;
}

const PAGE_EVENTS = 200;

/** What came before a reset is void. */
function together(changes: readonly ViewChange[]): ViewChange {
  const from = changes.findLastIndex(({ reset }) => reset !== null);
  return {
    events: changes.slice(Math.max(from, 0)).flatMap(({ events }) => events),
    reset: changes[from]?.reset ?? null,
  };
}

export class SessionView {
  readonly session: string;
  readonly #client: Client;
  readonly #listeners = new Listeners(together);
  readonly #follower: SessionFollower;
  #isClosed = false;

  private constructor(
    deps: ViewDependencies,
    { pageEvents = PAGE_EVENTS, windowEvents = usualBounds.events }: ViewOptions,
  ) {
    this.session = deps.session;
    this.#client = deps.client;
    const bounds = { ...usualBounds, events: windowEvents };
    const tell = (change: ViewChange): void => this.#listeners.tell(change);
    this.#follower = new SessionFollower({ ...deps, pageEvents, bounds, tell });
  }

  /** Resolves with the session as it is now; rejects when it can't be had. From then on it follows by itself. */
  static async open(deps: ViewDependencies, options: ViewOptions): Promise<SessionView> {
    const view = new SessionView(deps, options);
    await view.#follower.open();
    return view;
  }

  /** Everything that the log says of the session as a whole. */
  get state(): SessionState {
    return this.#follower.window.state;
  }

  get status(): Status {
    return this.#follower.window.statusAt(new Date().toISOString());
  }

  /** What people read, from `firstSeq` to `lastSeq`: the newest events, or those around the place that was sought. */
  get transcript(): Transcript {
    return this.#follower.window.transcript;
  }

  get connection(): ConnectionWord {
    return this.#follower.connection;
  }

  /** What keeps the daemon from writing, such as a full disk; null while nothing does. */
  get storage(): StorageTrouble | null {
    return this.#follower.reader.storage;
  }

  /** The daemon has said that it shuts down, and none has answered since. */
  get isStopping(): boolean {
    return this.#follower.reader.isStopping;
  }

  /** Why the view follows no more; null as long as it does. */
  get failure(): Error | null {
    return this.#follower.failure;
  }

  /** The newest event that has come, with everything before; wherever the transcript is. */
  get lastSeenSeq(): number {
    return this.#follower.window.head;
  }

  /** How far it had come the last time that this client looked; null when it never did, or at another log. */
  get seenBefore(): number | null {
    const { window, seen } = this.#follower;
    return seen.before?.epoch === window.epoch ? Math.min(seen.before.seq, this.lastSeenSeq) : null;
  }

  /** How far people have read, on whichever device. */
  get readSeq(): number {
    return this.state.lifecycle.acknowledgedSeq;
  }

  /** The oldest event of the transcript; past the newest one while there is none. */
  get firstSeq(): number {
    return this.#follower.window.firstSeq;
  }

  /** The newest event of the transcript. */
  get lastSeq(): number {
    return this.#follower.window.lastSeq;
  }

  get hasOlder(): boolean {
    return this.#follower.window.hasOlder;
  }

  /** Whether the transcript ends before the newest event. As long as it does not, it goes on with each that comes. */
  get hasNewer(): boolean {
    return this.#follower.window.hasNewer;
  }

  /** One more page before the oldest event, for which the newest may give way; resolves with whether there is still more. */
  async loadOlder(): Promise<boolean> {
    await this.#follower.loadOlder();
    return this.hasOlder;
  }

  /** One more page after the newest event, for which the oldest may give way; resolves with whether there is still more. */
  async loadNewer(): Promise<boolean> {
    await this.#follower.loadNewer();
    return this.hasNewer;
  }

  /** The transcript is that of the events around this one from now on. Of several that are sought at once the last counts. */
  async seek(seq: number): Promise<void> {
    await this.#follower.seek(seq);
  }

  /** The transcript is that of the newest events again, and goes on with each that comes. */
  async toEnd(): Promise<void> {
    await this.#follower.toEnd();
  }

  /** The session's turns at a glance, however long it is: where to seek. */
  outline(query: OutlineQuery = {}): Promise<OutlineAnswer> {
    return this.#client.outline(this.session, query);
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
        else if (this.failure) reject(this.failure);
        else if (this.#isClosed) reject(new Error("The view was closed."));
        else return false;
        return true;
      };
      if (look()) return;
      const unsubscribe = this.subscribe(() => look() && unsubscribe());
    });
  }

  /**
   * Why the daemon would refuse this now; null where it would not, as far as this client knows. It is a person's command unless `caller`
   * (`await skein.caller()`) says otherwise. What the agent can do and what the config allows are as they were when the view was opened.
   */
  why(intent: Intent, { caller }: { caller?: CallerAnswer } = {}): Rejection | null {
    const { state, conditions } = this.#follower.window;
    return whyRefused(intent, { state, conditions, caller });
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
    this.#follower.close();
  }
}
