// A live view of a session: its state and transcript, folded from the log, over any number of connections.
import { isReadUpTo, type Rejection, type SessionState, type Status, type Transcript } from "../core/index.ts";
import type { CallerAnswer, OutlineAnswer } from "../protocol/index.ts";
import type { Client, OutlineQuery } from "./client.ts";
import type { ConnectionWord } from "./keep-connected.ts";
import { Listeners } from "./listeners.ts";
import { loadPart } from "./load-part.ts";
import { usualBounds } from "./log-window.ts";
import type { Delivery } from "./send.ts";
import { SessionFollower, type ViewChange, type ViewDependencies } from "./session-follower.ts";
import type { StorageTrouble } from "./session-reader.ts";
import type { Intent, whyRefused } from "./why.ts";

export type { ViewChange } from "./session-follower.ts";

export interface ViewOptions {
  /** Events in the first page of the transcript, and in each further one; default: 200. */
  readonly pageEvents?: number;
  /** The maximum of events in the transcript; default: 2,000. */
  readonly windowEvents?: number;
  /**
   * If more events than this were missed while there was no connection, the view loads only the newest page of them, as when it was opened: listeners
   * do not get the others. Default: all of them come.
   */
  readonly maxMissedEvents?: number;
  /** `why` has no answers yet when the view opens: its rules are loaded after it. For pages, which show the session first. */
  readonly isWhyLater?: boolean;
}

const PAGE_EVENTS = 200;

/** Everything before a reset is void. */
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
  /** Null until it was loaded. */
  #whyRefused: typeof whyRefused | null = null;
  #isClosed = false;

  /** How far it is to be marked as read, once the mark that is on its way has arrived. */
  #toRead: number | null = null;
  #marking: Promise<void> | null = null;

  private constructor(
    deps: ViewDependencies,
    { pageEvents = PAGE_EVENTS, windowEvents = usualBounds.events, maxMissedEvents }: ViewOptions,
  ) {
    this.session = deps.session;
    this.#client = deps.client;
    const bounds = { ...usualBounds, events: windowEvents };
    const tell = (change: ViewChange): void => this.#listeners.tell(change);
    this.#follower = new SessionFollower({ ...deps, pageEvents, maxMissedEvents, bounds, tell });
  }

  /** Resolves with the current session; rejects if it can't be loaded. From then on it follows automatically. */
  static async open(deps: ViewDependencies, options: ViewOptions): Promise<SessionView> {
    const view = new SessionView(deps, options);
    const loadWhy = async (): Promise<void> => {
      ({ whyRefused: view.#whyRefused } = await loadPart(() => import("./why.ts")));
    };
    if (!options.isWhyLater) await loadWhy();
    await view.#follower.open();
    const tell = (): void => view.#listeners.tell({ events: [], reset: null });
    if (options.isWhyLater) loadWhy().then(tell, () => undefined);
    return view;
  }

  /** The session's state. */
  get state(): SessionState {
    return this.#follower.window.state;
  }

  get status(): Status {
    return this.#follower.window.statusAt(new Date().toISOString());
  }

  /** The transcript, from `firstSeq` to `lastSeq`: the newest events, or those around a position. */
  get transcript(): Transcript {
    return this.#follower.window.transcript;
  }

  get connection(): ConnectionWord {
    return this.#follower.connection;
  }

  /** Why the daemon can't write, such as a full disk; null if it can. */
  get storage(): StorageTrouble | null {
    return this.#follower.reader.storage;
  }

  /** The daemon has announced its shutdown, and none has answered since. */
  get isStopping(): boolean {
    return this.#follower.reader.isStopping;
  }

  /** Why the view no longer follows; null while it does. */
  get failure(): Error | null {
    return this.#follower.failure;
  }

  /** The newest event that has arrived, with everything before it; wherever the transcript is. */
  get lastSeenSeq(): number {
    return this.#follower.window.head;
  }

  /** How far this client had seen it at its previous visit; null if never, or if the log was replaced. */
  get seenBefore(): number | null {
    const { window, seen } = this.#follower;
    return seen.before?.epoch === window.epoch ? Math.min(seen.before.seq, this.lastSeenSeq) : null;
  }

  /** How far people have read, on any device. */
  get readSeq(): number {
    return this.state.lifecycle.acknowledgedSeq;
  }

  /** The oldest event of the transcript; past the newest one if it is empty. */
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

  /** Whether the transcript ends before the newest event. If not, it grows with each new one. */
  get hasNewer(): boolean {
    return this.#follower.window.hasNewer;
  }

  /** Loads one more page before the oldest event, and may drop the newest; resolves with whether there are more. */
  async loadOlder(): Promise<boolean> {
    await this.#follower.loadOlder();
    return this.hasOlder;
  }

  /** Loads one more page after the newest event, and may drop the oldest; resolves with whether there are more. */
  async loadNewer(): Promise<boolean> {
    await this.#follower.loadNewer();
    return this.hasNewer;
  }

  /** Moves the transcript to this event. Of several calls at once the last counts. */
  async seek(seq: number): Promise<void> {
    await this.#follower.seek(seq);
  }

  /** Moves the transcript to the newest events, and follows again. */
  async toEnd(): Promise<void> {
    await this.#follower.toEnd();
  }

  /**
   * Held, the transcript keeps what it has while new events come: somebody reads there. At its maximum size it stops growing, until `loadNewer` or
   * `toEnd` brings it to the end again.
   */
  hold(isHeld: boolean): void {
    this.#follower.hold(isHeld);
  }

  /** The session's turns at a glance, however long it is, for `seek`. */
  outline(query: OutlineQuery = {}): Promise<OutlineAnswer> {
    return this.#client.outline(this.session, query);
  }

  /** The listener is called once for changes that come together. Returns a function that removes it. */
  subscribe(listener: (change: ViewChange) => void): () => void {
    return this.#listeners.subscribe(listener);
  }

  /** Resolves when the condition holds; rejects if the view ends before. */
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
   * Why the daemon would refuse this now; null if it would not, as far as this client knows. The command counts as a person's unless `caller`
   * (`await skein.caller()`) says otherwise. The agent's abilities and the config are as they were when the view was opened.
   */
  why(intent: Intent, { caller }: { caller?: CallerAnswer } = {}): Rejection | null {
    const { state, conditions } = this.#follower.window;
    return this.#whyRefused?.(intent, { state, conditions, caller }) ?? null;
  }

  /** Sends a prompt. The log shows its delivery, whether or not an answer came. */
  send(text: string): Promise<Delivery> {
    return this.#client.send(this.session, { content: [{ type: "text", text }] });
  }

  /** Marks the session as read up to here, or up to `seq`. To call it on every change is cheap: it sends one at a time, and only what is news. */
  async markRead(seq: number = this.lastSeenSeq): Promise<void> {
    if (isReadUpTo(this.state, seq)) return;
    this.#toRead = Math.max(this.#toRead ?? 0, seq);
    this.#marking ??= this.#mark().finally(() => {
      this.#marking = null;
    });
    await this.#marking;
  }

  async #mark(): Promise<void> {
    while (this.#toRead !== null) {
      const seq = this.#toRead;
      this.#toRead = null;
      await this.#client.acknowledge(this.session, seq);
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#follower.close();
  }
}
