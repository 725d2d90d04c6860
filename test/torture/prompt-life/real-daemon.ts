// One life of a daemon with the sessions that daemons really have (src/session), on a log in memory and with the agents of the simulated world.
// It may die before and after everything that it does to either of them; whatever it waits for then never comes.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Run } from "../../../src/agents/index.ts";
import { type Event, initialState, QUEUE_LIMIT, reduce, type SessionState } from "../../../src/core/index.ts";
import { type Change, createMemoryLog, type Log } from "../../../src/log/index.ts";
import { type Keeper, LiveRuns, type Session, Sessions, Slots } from "../../../src/session/index.ts";
import { contextOf } from "../../kit/decide.ts";
import { driverOf } from "./driver.ts";
import { KeptRun } from "./kept-run.ts";
import type { LivingDaemon, LivingSession } from "./life.ts";
import type { Reply, Request } from "./post.ts";
import { policy } from "./rules.ts";
import type { Place, World } from "./world.ts";

/** What outlives daemons. */
export class Remains {
  readonly log: Log = createMemoryLog();
  readonly runs = new Map<string, KeptRun>();
  readonly requests = new Map<string, Request>();
  /** The place of each session. */
  readonly placeOf = new Map<string, Place>();
  /** A promise that was broken where nobody could hear it. */
  broken: unknown = null;
}

const never = new Promise<never>(() => {});
const LOOK_AGAIN = 10_000;

export class RealDaemon implements LivingDaemon {
  readonly sessions: readonly LivingSession[];
  isDead = false;
  readonly #world: World;
  readonly #remains: Remains;
  readonly #real: Sessions;
  readonly #ready: Promise<void>;
  readonly #timers = new Set<{ dueMs: number; callback: () => void }>();
  readonly #died = Promise.withResolvers<void>();
  /** How often it has done something to the world. */
  #deeds = 0;

  constructor(world: World, remains: Remains) {
    this.#world = world;
    this.#remains = remains;
    const drivers = { demo: driverOf(world, "demo"), deaf: driverOf(world, "deaf") };
    this.#real = new Sessions({
      log: this.#mortalLog(),
      keeper: this.#keeper(),
      registry: {
        get: (id) => drivers[id as keyof typeof drivers],
        list: () => Object.values(drivers),
        defaultAgent: async () => drivers.demo,
      },
      clock: {
        now: () => world.now,
        monotonicMs: () => world.seconds * 1000,
        after: (delayMs, callback) => this.#after(delayMs, callback),
      },
      newId: () => world.newId("r"),
      runDir: (run) => run,
      agentDir: (agent) => agent,
      spoolLimitBytes: Number.POSITIVE_INFINITY,
      silenceLimitMs: 1e12,
      limits: () => world.limits,
      queueLimit: () => QUEUE_LIMIT,
      isTrusted: () => false,
      sessionsInMemory: () => 1,
      recoveredAt: () => null,
      checkpoints: { take: async () => null },
      slots: new Slots(() => world.runningSessions),
      liveRuns: new LiveRuns(() => 0),
      policy,
      environmentOf: async () => ({ variables: {}, isOwn: false }),
      report: (message, cause) => this.#break(new Error(`${message}: ${cause}`)),
    });
    this.sessions = world.places.map((place) => this.#living(place));
    this.#ready = this.#real.resume();
  }

  look(): boolean {
    return false;
  }

  die(): void {
    this.isDead = true;
    this.#died.resolve();
  }

  /** Resolves when it has nothing more to do for now, or is dead. */
  async quiet(): Promise<void> {
    await Promise.race([this.#ready, this.#died.promise]);
    for (let looks = 0, seen = -1; !this.isDead && seen !== this.#deeds; looks++) {
      if (looks > LOOK_AGAIN) throw new Error("it never comes to rest");
      seen = this.#deeds;
      this.#callTimers();
      // What is in the mailboxes is done before this, with all that follows from it.
      const done = this.#all().map((session) => session.claimSlot());
      await Promise.race([Promise.all(done), this.#died.promise]);
      await nextTurn();
    }
    const { broken } = this.#remains;
    if (broken) throw broken;
  }

  #all(): Session[] {
    return [...this.#remains.placeOf.keys()].flatMap((id) => this.#real.get(id) ?? []);
  }

  #living({ index }: Place): LivingSession {
    const run = (): KeptRun | undefined => this.#remains.runs.get(this.#world.places[index]?.process?.run ?? "");
    const session = (): Session | null => {
      const [id] = [...this.#remains.placeOf].find(([, place]) => place.index === index) ?? [];
      return id === undefined ? null : this.#real.get(id);
    };
    return {
      get state() {
        return session()?.state ?? initialState;
      },
      order: (request, told) => {
        const answered = this.#ready.then(() => this.#order(session(), request)).then(told);
        answered.catch((error) => this.#break(error));
      },
      takeOutput: (count) => run()?.show(count),
      takeExit: () => run()?.showExit(),
      // All of these come with time.
      losePatience: () => this.#world.pass(11),
      advance: () => {},
    };
  }

  async #order(session: Session | null, request: Request): Promise<Reply> {
    this.#deeds++;
    const { id, command, by } = request;
    const bodyHash = JSON.stringify(command);
    const { caller } = contextOf(by);
    if (!this.#remains.requests.has(id)) this.#remains.requests.set(id, request);
    const { agent = "", workspace = { id: "", path: "" } } = command.type === "create" ? command : {};
    const result =
      command.type === "create"
        ? await this.#real.create({ id, bodyHash, by, agent, workspace, name: null })
        : await session?.submit({ id, bodyHash, by, caller: { found: caller, confirmed: () => caller }, command });
    if (!result) return { kind: "rejected", code: "session_not_found" };
    if (result.kind === "done") return { kind: "done", answer: JSON.stringify(result.answer) };
    return result.kind === "rejected" ? { kind: "rejected", code: result.rejection.code } : { kind: "id_reused" };
  }

  /** Whether it lives on. */
  #touch(): boolean {
    this.#deeds++;
    if (this.isDead) return false;
    try {
      this.#world.touch();
    } catch {
      this.die();
    }
    return !this.isDead;
  }

  /** It may die before it is done, and after it. */
  async #mortally<T>(deed: () => Promise<T> | T): Promise<T> {
    if (!this.#touch()) return never;
    const done = await deed();
    return this.#touch() ? done : never;
  }

  #break(error: unknown): void {
    if (!this.isDead) this.#remains.broken ??= error;
  }

  #after(delayMs: number, callback: () => void): () => void {
    const timer = { dueMs: this.#world.seconds * 1000 + delayMs, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  #callTimers(): void {
    for (const timer of [...this.#timers]) {
      if (timer.dueMs > this.#world.seconds * 1000 || !this.#timers.delete(timer)) continue;
      this.#deeds++;
      timer.callback();
    }
  }

  #mortalLog(): Log {
    const { log } = this.#remains;
    return { ...log, listen: () => () => {}, append: (change) => this.#mortally(() => this.#append(change)) };
  }

  async #append(change: Change): ReturnType<Log["append"]> {
    const { requests, placeOf } = this.#remains;
    const appended = await this.#remains.log.append(change);
    const { session, receipt, events, endedRun } = change;
    const request = receipt ? requests.get(receipt.command) : undefined;
    const place = placeOf.get(session) ?? this.#world.places[request?.session ?? 0];
    if (!place) return appended;
    placeOf.set(session, place);
    try {
      // The model sees what is durable at once.
      place.storage.append(
        {
          events,
          ...(request && receipt ? { receipt: { request, answer: receipt.answer } } : {}),
          ...(endedRun === undefined ? {} : { endedRun }),
        },
        stateAfter(place.storage.events, events),
      );
    } catch (error) {
      this.#break(error);
    }
    return appended;
  }

  #keeper(): Keeper {
    const { runs, placeOf, log } = this.#remains;
    return {
      prepare: () => this.#mortally(() => {}),
      open: ({ run }) =>
        this.#mortally(() => {
          const owner = log.runs().find((one) => one.run === run)?.session ?? "";
          const kept = runs.get(run) ?? new KeptRun(this.#world.open(placeOf.get(owner) as Place, run));
          runs.set(run, kept);
          kept.showExit();
          return this.#held(kept, run);
        }),
      sweep: (run) =>
        this.#mortally(() => {
          runs.get(run)?.process.end("lost");
          return { killed: 0, left: [] };
        }),
      remove: () => this.#mortally(() => {}),
      noteKill: async () => {},
      isKillNoted: async () => false,
      forgetKill: async () => {},
      pause: async () => {},
      unpause: async () => {},
      offloadLine: async () => Promise.reject(new Error("nobody says anything long here")),
    };
  }

  #held(kept: KeptRun, dir: string): Run {
    const mine = new Set<() => void>();
    return {
      dir,
      exited: kept.exited.then((exit) => (this.isDead ? never : exit)),
      write: ({ offset, bytes }) =>
        this.#mortally(() => {
          try {
            kept.write(offset, bytes);
          } catch (error) {
            this.#break(error);
          }
        }),
      inputSize: async () => kept.inputSize,
      lastPrintedMs: async () => null,
      read: async (offset, maxBytes) => {
        const bytes = kept.read(offset, maxBytes);
        if (bytes.length > 0) this.#deeds++;
        return this.isDead ? never : bytes;
      },
      onOutput: (listener) => {
        mine.add(listener);
        kept.listeners.add(listener);
        return () => kept.listeners.delete(listener);
      },
      onHeldBack: () => () => {},
      stderrTail: async () => "",
      stderrDropped: async () => 0,
      closeInput: async () => {},
      stop: async () => {
        if (!this.#touch()) return never;
        kept.process.isToldToEnd = true;
        await kept.exited;
        return [];
      },
      sweep: async () => ({ killed: 0, left: [] }),
      hasBackgroundWork: async () => false,
      detach: () => {
        for (const listener of mine) kept.listeners.delete(listener);
      },
    };
  }
}

const stateAfter = (before: readonly Event[], events: readonly Event[]): SessionState =>
  [...before, ...events].reduce(reduce, initialState);
