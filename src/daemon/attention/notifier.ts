// Notifies people, at most once per event even across restarts, and runs the user's hooks.
import type { SessionState } from "../../core/index.ts";
import type { Config, Paths } from "../../home/index.ts";
import type { Log, StoredEvent } from "../../log/index.ts";
import type { Clock, Sessions } from "../../session/index.ts";
import type { Journal } from "../journal.ts";
import type { Streams } from "../streams/streams.ts";
import { type Bookmark, type Raised, readBookmark, writeBookmark } from "./bookmark.ts";
import { type Classified, classifyPage } from "./classify-page.ts";
import { CommandPool, type StartCommand } from "./command-pool.ts";
import { Focus } from "./focus.ts";
import { Messengers } from "./messengers.ts";
import { type Post, post } from "./post.ts";
import { startCommand } from "./start-command.ts";
import { WaitingList } from "./waiting-list.ts";
import { type Position, positionIn, Watch } from "./watch.ts";

/** How the daemon reaches the outside. */
export interface Outlets {
  startCommand: StartCommand;
  post: Post;
}

export const realOutlets: Outlets = { startCommand, post };

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

export class Notifier {
  readonly focus: Focus;
  readonly list: () => ReturnType<WaitingList["list"]>;
  readonly #deps: Dependencies;
  readonly #messengers: Messengers;
  readonly #watch: Watch;
  #bookmark: Bookmark;
  #closed: Promise<void> | null = null;

  /** Create it before anything new is committed: it notifies from there on. */
  constructor(deps: Dependencies) {
    const { paths, log, sessions, streams, clock, journal, config, outlets } = deps;
    this.#deps = deps;
    this.focus = new Focus(() => clock.monotonicMs());
    const waiting = new WaitingList(log);
    this.list = () => waiting.list();
    const pool = new CommandPool({ start: outlets.startCommand, clock, journal });
    const tell = streams.tell.bind(streams);
    const shared = { focus: this.focus, pool, post: outlets.post, journal, config, tell };
    this.#messengers = new Messengers({ ...shared, home: paths.home });
    const found = readBookmark(paths.attention);
    const position = positionIn(log, found);
    this.#bookmark = { raised: [], ...(position === found ? found : position) };
    const take = (events: readonly StoredEvent[], behind: Position): Promise<void> => this.#handlePage(events, behind);
    this.#watch = new Watch({ log, fanOut: sessions.fanOut, clock, journal, position, take });
  }

  start(): void {
    this.#watch.start();
  }

  close(): Promise<void> {
    this.#closed ??= this.#watch.close().then(() => this.#messengers.close());
    return this.#closed;
  }

  async #handlePage(events: readonly StoredEvent[], behind: Position): Promise<void> {
    const { clock } = this.#deps;
    const raised = behind.epoch === this.#bookmark.epoch ? this.#bookmark.raised : [];
    const stateOf = (session: string): Promise<SessionState | null> => this.#stateOf(session);
    const classified = await classifyPage(events, { stateOf, raised, nowMs: Date.parse(clock.now()) });
    const calls = classified.calls.map((call) => ({ route: this.#messengers.routeFor(call.attention), call }));
    const fresh = calls.flatMap(({ route, call }): Raised[] =>
      route.channel === "nobody" ? [] : [{ channel: route.channel, attention: call.attention }],
    );
    const standing = raised.filter((one) => !classified.cleared.includes(one));
    await this.#keep({ ...behind, raised: [...standing, ...fresh].slice(-MAX_RAISED) }, classified);
    for (const one of classified.cleared) this.#messengers.clear(one);
    for (const { route, call } of calls) this.#messengers.raise(route, call);
    for (const hook of classified.hooks) this.#messengers.callHook(hook);
  }

  /** A page without news is not worth a write: reading it again notifies nobody. */
  async #keep(bookmark: Bookmark, { calls, hooks, cleared }: Classified): Promise<void> {
    const isNews = calls.length + hooks.length + cleared.length > 0 || bookmark.epoch !== this.#bookmark.epoch;
    if (!isNews && bookmark.commit - this.#bookmark.commit < COMMITS_PER_BOOKMARK) return;
    await writeBookmark(this.#deps.paths.attention, bookmark);
    this.#bookmark = bookmark;
  }

  async #stateOf(id: string): Promise<SessionState | null> {
    const session = this.#deps.sessions.get(id);
    await session?.load();
    return session?.state ?? null;
  }
}
