// Notifies people, at most once per event even across restarts, and runs the user's hooks.
import { type Attention, background, detailOf, notesOf, type SessionState, waitingFor } from "../../core/index.ts";
import type { Config, Paths } from "../../home/index.ts";
import type { Log, StoredEvent } from "../../log/index.ts";
import type { Clock, Sessions } from "../../session/index.ts";
import { TaskQueue } from "../../system/index.ts";
import type { Journal } from "../journal.ts";
import type { Streams } from "../streams/streams.ts";
import { type Bookmark, type Raised, readBookmark, writeBookmark } from "./bookmark.ts";
import { type Classified, classifyPage } from "./classify-page.ts";
import { CommandPool, type StartCommand } from "./command-pool.ts";
import { Focus } from "./focus.ts";
import { Messengers, type Route } from "./messengers.ts";
import { type Post, post } from "./post.ts";
import { Push } from "./push/push.ts";
import { type SendPush, sendPush } from "./push/send-push.ts";
import { nextReviewMs, review } from "./review.ts";
import { startCommand } from "./start-command.ts";
import { WaitingList } from "./waiting-list.ts";
import { type Position, positionIn, Watch } from "./watch.ts";

/** How the daemon reaches the outside. */
export interface Outlets {
  startCommand: StartCommand;
  post: Post;
  sendPush: SendPush;
}

export const realOutlets: Outlets = { startCommand, post, sendPush };

interface Dependencies {
  paths: Paths;
  log: Log;
  sessions: Sessions;
  streams: Streams;
  clock: Clock;
  journal: Journal;
  config: () => Config;
  outlets: Outlets;
}

/** Beyond this the oldest open notifications are forgotten: they stay listed, but are not reported as cleared. */
const MAX_RAISED = 100;
/** How much of the log the next daemon reads again at most. */
const COMMITS_PER_BOOKMARK = 1000;

/** After a start of the daemon, until clients have said again what they show. */
const SETTLING_MS = 30_000;
/** A machine that slept, or whose clock was set, is noticed this late at most while something is open. */
const MAX_REVIEW_MS = 60_000;

const raisedBy = ({ channel }: Route, attention: Attention, reminded: readonly string[] = []): Raised[] =>
  channel === "nobody" ? [] : [{ channel, attention, reminded: [...reminded] }];

export class Notifier {
  readonly focus: Focus;
  readonly push: Push;
  readonly list: () => ReturnType<WaitingList["list"]>;
  readonly #deps: Dependencies;
  readonly #messengers: Messengers;
  readonly #watch: Watch;
  #bookmark: Bookmark;
  /** Pages and reviews never overlap: both change the bookmark. */
  readonly #turns = new TaskQueue();
  #cancelReview: (() => void) | null = null;
  #closed: Promise<void> | null = null;
  /** Clients have said by then what they show. */
  #isSettledAtMs = 0;

  /** Create it before anything new is committed: it notifies from there on. */
  constructor(deps: Dependencies) {
    const { paths, log, sessions, streams, clock, journal, config, outlets } = deps;
    this.#deps = deps;
    this.focus = new Focus(() => clock.monotonicMs());
    const waiting = new WaitingList(log);
    this.list = () => waiting.list();
    const pool = new CommandPool({ start: outlets.startCommand, clock, journal });
    const tell = streams.tell.bind(streams);
    const openAttention = (id: string): Attention | null =>
      this.#bookmark.raised.find(({ attention }) => attention.id === id)?.attention ?? null;
    this.push = new Push({ path: paths.push, send: outlets.sendPush, clock, journal, openAttention });
    const shared = { focus: this.focus, pool, post: outlets.post, push: this.push, journal, config, tell };
    this.#messengers = new Messengers({ ...shared, home: paths.home });
    const found = readBookmark(paths.attention);
    const position = positionIn(log, found);
    this.#bookmark = { raised: [], ...(position === found ? found : position) };
    const take = (events: readonly StoredEvent[], behind: Position): Promise<void> =>
      this.#turns.run(() => this.#handlePage(events, behind));
    this.#watch = new Watch({ log, fanOut: sessions.fanOut, clock, journal, position, take });
  }

  start(): void {
    this.#watch.start();
    this.push.start();
    this.#isSettledAtMs = this.#deps.clock.monotonicMs() + SETTLING_MS;
    this.#scheduleReview(0);
  }

  close(): Promise<void> {
    this.#closed ??= this.#watch.close().then(async () => {
      this.#cancelReview?.();
      await this.#turns.idle();
      await this.#messengers.close();
    });
    return this.#closed;
  }

  async #handlePage(events: readonly StoredEvent[], behind: Position): Promise<void> {
    const { clock } = this.#deps;
    const raised = behind.epoch === this.#bookmark.epoch ? this.#bookmark.raised : [];
    const stateOf = (session: string): Promise<SessionState | null> => this.#stateOf(session);
    const classified = await classifyPage(events, { stateOf, raised, nowMs: Date.parse(clock.now()) });
    const calls = classified.calls.map((call) => ({ route: this.#messengers.routeFor(call.attention), call }));
    const fresh = calls.flatMap(({ route, call }) => raisedBy(route, call.attention));
    const standing = raised.filter((one) => !classified.cleared.includes(one));
    await this.#keep({ ...behind, raised: [...standing, ...fresh].slice(-MAX_RAISED) }, classified);
    for (const one of classified.cleared) this.#messengers.clear(one);
    for (const { route, call } of calls) this.#messengers.raise(route, call);
    for (const hook of classified.hooks) this.#messengers.callHook(hook);
    this.#scheduleNextReview();
  }

  /** Notifies those who have left a question or a result behind, and sends reminders. On disk first, like every notification. */
  async #review(): Promise<void> {
    const { raised } = this.#bookmark;
    const due = review(raised, this.#reviewFacts());
    const found = new Map<Raised, Classified["calls"][number] | null>();
    for (const one of new Set([...due.left, ...due.reminders.map((reminder) => reminder.raised)]))
      found.set(one, await this.#stillWaiting(one));
    // It went with its session, without an event that would have settled it.
    const gone = due.left.filter((one) => found.get(one) === null);
    const leavers = due.left.flatMap((one) => {
      const call = found.get(one);
      return call ? [{ one, call, route: this.#messengers.routeFor(call.attention) }] : [];
    });
    const reminders = due.reminders.filter(({ raised: one }) => found.get(one));
    if (leavers.length + reminders.length + gone.length > 0) {
      const next = raised.flatMap((one): Raised[] => {
        if (gone.includes(one)) return [];
        const devices = reminders.find((reminder) => reminder.raised === one)?.devices ?? [];
        const reminded = [...one.reminded, ...devices];
        const route = leavers.find((leaver) => leaver.one === one)?.route;
        return route ? raisedBy(route, one.attention, reminded) : [{ ...one, reminded }];
      });
      const bookmark = { ...this.#bookmark, raised: next };
      await writeBookmark(this.#deps.paths.attention, bookmark);
      this.#bookmark = bookmark;
      for (const { route, call } of leavers) this.#messengers.raise(route, call);
      for (const { raised: one, devices } of reminders)
        this.#messengers.tellDevices(devices, "reminder", one.attention);
    }
    this.#scheduleNextReview();
  }

  /** What a notification is about, if that is not settled. */
  async #stillWaiting({ attention }: Raised): Promise<Classified["calls"][number] | null> {
    const state = await this.#stateOf(attention.session);
    const isWaiting = state !== null && waitingFor(attention.session, state).some(({ id }) => id === attention.id);
    return isWaiting ? { attention, detail: detailOf(state, attention), notes: notesOf(state, attention) } : null;
  }

  #reviewFacts(): Parameters<typeof review>[1] {
    const { clock } = this.#deps;
    return { nowMs: Date.parse(clock.now()), focus: this.focus, reminders: this.push.reminders() };
  }

  #scheduleNextReview(): void {
    const inMs = nextReviewMs(this.#bookmark.raised, this.#reviewFacts());
    if (inMs !== null) this.#scheduleReview(Math.min(inMs, MAX_REVIEW_MS));
  }

  #scheduleReview(delayMs: number): void {
    const { clock, journal } = this.#deps;
    this.#cancelReview?.();
    const settlesInMs = this.#isSettledAtMs - clock.monotonicMs();
    this.#cancelReview = clock.after(Math.max(delayMs, settlesInMs), () => {
      background(
        this.#turns.run(() => this.#review()),
        (error) => {
          journal.error("open notifications could not be reviewed", error);
          this.#scheduleReview(MAX_REVIEW_MS);
        },
      );
    });
  }

  /** A page without news is not worth a write: reading it again notifies nobody. */
  async #keep(bookmark: Bookmark, { calls, hooks, cleared }: Classified): Promise<void> {
    const isNews = calls.length + hooks.length + cleared.length > 0 || bookmark.epoch !== this.#bookmark.epoch;
    if (!isNews && bookmark.commit - this.#bookmark.commit < COMMITS_PER_BOOKMARK) return;
    await writeBookmark(this.#deps.paths.attention, bookmark);
    this.#bookmark = bookmark;
  }

  /** Null if there is no such session, or it can't be read: others are notified of all the same. */
  async #stateOf(id: string): Promise<SessionState | null> {
    const session = this.#deps.sessions.get(id);
    try {
      await session?.load();
    } catch (error) {
      this.#deps.journal.error(`session ${id} can't be read, so nobody is notified of it`, error);
      return null;
    }
    return session?.state ?? null;
  }
}
