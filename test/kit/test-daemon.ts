// A whole daemon and real clients in one process: memory log, scripted agents, a clock that moves when told, a real socket.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { Client, type Followed, unixTransport } from "../../src/client/index.ts";
import { type Caller, type Event, type Limits, noLimits } from "../../src/core/index.ts";
import { callersIn } from "../../src/daemon/gate/caller.ts";
import { deviceCallersIn } from "../../src/daemon/gate/device-caller.ts";
import { type Daemon, startDaemon } from "../../src/daemon/index.ts";
import { type Paths, pathsOf } from "../../src/home/index.ts";
import { createMemoryLog, type Log } from "../../src/log/index.ts";
import { FakeOutlets } from "./fake-outlets.ts";
import { type ManualClock, manualClock } from "./manual-clock.ts";
import { MemoryKeeper, type ScriptedRun, scriptedRegistry } from "./scripted-agent.ts";
import { until } from "./until.ts";

/** A page of two files: daemons in this process have no built one beside them. */
const PAGE = resolve("test/kit/small-page");

export class TestDaemon {
  readonly paths: Paths;
  /** A directory where sessions work. */
  readonly workspace: string;
  readonly clock: ManualClock = manualClock();
  readonly keeper = new MemoryKeeper();
  /** What its log calls an error. A test that brings one about says so with `means`. */
  readonly faults: string[] = [];
  readonly #meant: RegExp[] = [];
  /** What its log says that is no fault. */
  readonly told: string[] = [];
  readonly client: Client;
  log: Log;
  registry = scriptedRegistry;
  limits: Limits = noLimits;
  runningSessions = 0;
  liveProcesses = 0;
  /** How many sessions stay in memory; null = as many as a daemon keeps. */
  sessionsInMemory: number | null = null;
  /** The files of its page; counts from the next start. */
  page = PAGE;
  /** Who calls, as if the system had told; null = as it really tells, which takes a program each time. */
  caller: Caller | null = { kind: "person" };
  /** The same of who calls with the token of a device. */
  deviceCaller: Caller | null = { kind: "person" };
  /** What was called outside of the daemon. */
  readonly outlets = new FakeOutlets();
  #daemon: Daemon | null = null;

  constructor(log: Log) {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "skein-test-")));
    this.paths = pathsOf({ SKEIN_HOME: join(root, "home") });
    this.workspace = root;
    this.log = log;
    this.client = this.newClient("test");
    onTestFinished(async () => {
      await this.stop();
      rmSync(root, { recursive: true, force: true });
      const unmeant = this.faults.filter((fault) => !this.#meant.some((pattern) => pattern.test(fault)));
      if (unmeant.length > 0) throw new Error(`the daemon reported what the test did not mean:\n${unmeant.join("\n")}`);
    });
  }

  /** Faults like this one are part of the test; any other fails it. */
  means(fault: RegExp): void {
    this.#meant.push(fault);
  }

  newClient(name: string): Client {
    return new Client({ transport: unixTransport(this.paths.socket), name });
  }

  async start({ endsAgents = false }: { endsAgents?: boolean } = {}): Promise<void> {
    const { paths, keeper, clock } = this;
    // A memory log does not close for good: a daemon that comes back finds it as it was.
    const log = new Proxy(this.log, {
      get: (target, key) =>
        key === "close" ? async () => {} : (Reflect.get(target, key).bind?.(target) ?? Reflect.get(target, key)),
    });
    const journal = {
      info: (message: string, facts: Record<string, unknown> = {}) =>
        void this.told.push(`${message} ${JSON.stringify(facts)}`),
      error: (message: string, cause: unknown) => void this.faults.push(`${message}: ${cause}`),
    };
    this.#daemon = await startDaemon({
      paths,
      log,
      registry: this.registry,
      keeper,
      clock,
      journal,
      spoolLimitBytes: 8_000_000,
      limits: () => this.limits,
      runningSessions: () => this.runningSessions,
      liveProcesses: () => this.liveProcesses,
      ...(this.sessionsInMemory === null ? {} : { sessionsInMemory: this.sessionsInMemory }),
      outlets: this.outlets,
      findCaller: async (socket) => this.caller ?? callersIn(paths.home)(socket),
      findDeviceCaller: async (socket) => this.deviceCaller ?? deviceCallersIn(paths.home)(socket),
      pageDirectory: this.page,
      endsAgents,
    });
  }

  async stop(agents: "keep" | "stop" = "keep"): Promise<void> {
    await this.#daemon?.drain(agents);
    await this.#daemon?.ended;
    this.#daemon = null;
  }

  /** Another daemon takes over; agents go on meanwhile. */
  async restart(): Promise<void> {
    await this.stop("keep");
    await this.start();
  }

  async newSession(name?: string): Promise<string> {
    const { session } = await this.client.create({ cwd: this.workspace, ...(name ? { name } : {}) });
    return session.id;
  }

  async send(session: string, text: string, id?: string): Promise<string> {
    const answer = await this.client.prompt(session, { content: [{ type: "text", text }], ...(id ? { id } : {}) });
    return answer.id;
  }

  /** The agent's nth life, once it was started. */
  run(n = 1): Promise<ScriptedRun> {
    return until(`run ${n}`, () => this.keeper.runs[n - 1]);
  }

  /** The agent's nth life, while time goes on until it was started. */
  runInTime(n: number): Promise<ScriptedRun> {
    return until(`run ${n}`, () => {
      this.clock.advance(500);
      return this.keeper.runs[n - 1];
    });
  }

  /** A session whose agent is ready and has been given this prompt. */
  async working(prompt = "go"): Promise<{ session: string; agent: ScriptedRun; promptId: string }> {
    const session = await this.newSession();
    const promptId = await this.send(session, prompt);
    const agent = await this.run();
    agent.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
    await until("the prompt to arrive", () => agent.prompts.includes(prompt));
    // So that the next piece of text counts as the first of a new moment.
    this.clock.advance(20);
    return { session, agent, promptId };
  }

  /** Waits for something that the daemon does in time. */
  inTime<T>(what: string, look: () => T | Promise<T>): ReturnType<typeof until<T>> {
    return until(what, () => {
      this.clock.advance(200);
      return look();
    });
  }

  events(session: string): Event[] {
    return this.log.read({ session, after: 0, limit: 10_000 }).events.map(({ line }) => JSON.parse(line) as Event);
  }

  types(session: string): string[] {
    return this.events(session).map(({ type }) => type);
  }

  /** The first event that fits, once it is there. */
  event(
    session: string,
    fits: (event: Event & { data: Record<string, unknown> }) => boolean,
  ): Promise<Event & { data: Record<string, unknown> }> {
    return until("an event", () => (this.events(session) as (Event & { data: Record<string, unknown> })[]).find(fits));
  }

  ofType(session: string, type: string): Promise<Event & { data: Record<string, unknown> }> {
    return this.event(session, (event) => event.type === type);
  }
}

export async function testDaemon(log: Log = createMemoryLog()): Promise<TestDaemon> {
  const daemon = new TestDaemon(log);
  await daemon.start();
  return daemon;
}

/** Collects what a follower is given, as it comes. */
export function collect(stream: AsyncIterable<Followed>): { items: Followed[]; seqs: () => number[] } {
  const items: Followed[] = [];
  void (async () => {
    for await (const item of stream) items.push(item);
  })().catch(() => {});
  return { items, seqs: () => items.flatMap((item) => (item.kind === "event" ? [item.event.seq] : [])) };
}
