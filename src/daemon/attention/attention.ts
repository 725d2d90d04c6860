// Calls a person for what needs one, at most once for each event over all restarts, and runs the user's hooks.
import type { SessionState } from "../../core/index.ts";
import type { Config, Paths } from "../../home/index.ts";
import type { Log, StoredEvent } from "../../log/index.ts";
import type { Clock, Sessions } from "../../session/index.ts";
import type { Journal } from "../journal.ts";
import type { Streams } from "../streams.ts";
import { CommandPool, type StartCommand } from "./command-pool.ts";
import { Focus } from "./focus.ts";
import { type Judged, judge } from "./judge.ts";
import { type Mark, type Raised, readMark, writeMark } from "./mark.ts";
import { Messengers } from "./messengers.ts";
import { type Post, post } from "./post.ts";
import { startCommand } from "./start-command.ts";
import { WaitingList } from "./waiting-list.ts";
import { type Place, placeIn, Watch } from "./watch.ts";

/** The ways out of the daemon. */
export interface Outlets {
  startCommand: StartCommand;
  post: Post;
}

export const realOutlets: Outlets = { startCommand, post };

interface Around {
  paths: Paths;
  log: Log;
  sessions: Sessions;
  streams: Streams;
  clock: Clock;
  journal: Journal;
  config: () => Config;
  outlets: Outlets;
}

/** More that people were called for is forgotten, oldest first: it is still listed, and only not taken back. */
const MOST_RAISED = 100;
/** So much of the log is read again by the next daemon at most. */
const COMMITS_PER_MARK = 1000;

export class AttentionDesk {
  readonly focus: Focus;
  readonly list: () => ReturnType<WaitingList["list"]>;
  readonly #around: Around;
  readonly #messengers: Messengers;
  readonly #watch: Watch;
  #mark: Mark;
  #closed: Promise<void> | null = null;

  /** To be made before anything new is committed: what comes after it is told. */
  constructor(around: Around) {
    const { paths, log, sessions, streams, clock, journal, config, outlets } = around;
    this.#around = around;
    this.focus = new Focus(() => clock.monotonicMs());
    const waiting = new WaitingList(log);
    this.list = () => waiting.list();
    const pool = new CommandPool({ start: outlets.startCommand, clock, journal });
    const tell = streams.tell.bind(streams);
    const ways = { focus: this.focus, pool, post: outlets.post, journal, config, tell };
    this.#messengers = new Messengers({ ...ways, home: paths.home });
    const found = readMark(paths.attention);
    const place = placeIn(log, found);
    this.#mark = { raised: [], ...(place === found ? found : place) };
    const take = (events: readonly StoredEvent[], behind: Place): Promise<void> => this.#take(events, behind);
    this.#watch = new Watch({ log, fanOut: sessions.fanOut, clock, journal, place, take });
  }

  start(): void {
    this.#watch.start();
  }

  close(): Promise<void> {
    this.#closed ??= this.#watch.close().then(() => this.#messengers.close());
    return this.#closed;
  }

  async #take(events: readonly StoredEvent[], behind: Place): Promise<void> {
    const { clock } = this.#around;
    const raised = behind.epoch === this.#mark.epoch ? this.#mark.raised : [];
    const stateOf = (session: string): Promise<SessionState | null> => this.#stateOf(session);
    const judged = await judge(events, { stateOf, raised, nowMs: Date.parse(clock.now()) });
    const calls = judged.calls.map((call) => ({ way: this.#messengers.wayFor(call.attention), call }));
    const fresh = calls.flatMap(({ way, call }): Raised[] =>
      way.channel === "nobody" ? [] : [{ channel: way.channel, attention: call.attention }],
    );
    const standing = raised.filter((one) => !judged.cleared.includes(one));
    await this.#keep({ ...behind, raised: [...standing, ...fresh].slice(-MOST_RAISED) }, judged);
    for (const one of judged.cleared) this.#messengers.clear(one);
    for (const { way, call } of calls) this.#messengers.raise(way, call);
    for (const hook of judged.hooks) this.#messengers.callHook(hook);
  }

  /** Words alone are not worth a write: reading them again calls nobody. */
  async #keep(mark: Mark, { calls, hooks, cleared }: Judged): Promise<void> {
    const isNews = calls.length + hooks.length + cleared.length > 0 || mark.epoch !== this.#mark.epoch;
    if (!isNews && mark.commit - this.#mark.commit < COMMITS_PER_MARK) return;
    await writeMark(this.#around.paths.attention, mark);
    this.#mark = mark;
  }

  async #stateOf(id: string): Promise<SessionState | null> {
    const session = this.#around.sessions.get(id);
    await session?.load();
    return session?.state ?? null;
  }
}
