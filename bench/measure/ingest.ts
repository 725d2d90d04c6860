// Durable events per second, with everything that the session commits beside them. Each session waits for its commit before it makes the next,
// as in the daemon, so one commit groups many sessions.
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { type Change, openSqliteLog } from "../../src/log/index.ts";
import { type Inserted, insertBare, syncTimes } from "../kit/raw-disk.ts";
import type { Scene } from "../kit/scene.ts";
import { Writer } from "../kit/writer.ts";
import type { Measurement, Row } from "../measurement.ts";

/** Few changes per round and many rounds: the speed of a shared machine's disk varies within seconds. */
const ROUNDS = 5;
/** On a busy disk there is not time for all of them. */
const ENOUGH_MS = 10_000;
const loads = [
  { sessions: 1, changes: 500 },
  { sessions: 20, changes: 100 },
  { sessions: 100, changes: 40 },
] as const;

export const ingest: Measurement = {
  name: "ingest",
  about: "events per second into the log, durable, at 1, 20 and 100 sessions",
  async run(scene) {
    const rows: Row[] = [];
    for (const load of loads) rows.push(...(await measureLoad(scene, load)));
    rows.push(await measureStalls(scene));
    return rows;
  },
};

interface Load {
  readonly sessions: number;
  readonly changes: number;
}

interface Round {
  stored: Stored;
  /** Each event is folded, as in the session. */
  folded: Stored;
  /** In commits of the same size. */
  bare: Inserted;
  bareInOne: Inserted;
  syncsPerSecond: number;
}

async function measureLoad(scene: Scene, load: Load): Promise<Row[]> {
  const rounds: Round[] = [];
  const startMs = performance.now();
  while (rounds.length < ROUNDS && performance.now() - startMs < ENOUGH_MS)
    rounds.push(await measureRound(scene, load));
  const { stored, folded, bare, bareInOne, syncsPerSecond } = typicalOf(rounds);
  const name = `ingest, ${load.sessions} ${load.sessions === 1 ? "session" : "sessions"}`;
  const cpu = (words: string, { cpuMicroseconds, events }: Stored): Row => ({
    name: `${name}: CPU per event${words}`,
    measured: cpuMicroseconds / events,
    unit: "µs",
    better: "lower",
    baseline: { what: "bare SQLite, all in one transaction", value: bareInOne.cpuMicrosecondsPerEvent },
  });
  return [
    {
      name,
      measured: stored.events / stored.seconds,
      unit: "events/s",
      better: "higher",
      baseline: { what: "bare SQLite, as many per commit", value: bare.eventsPerSecond },
      ...(load.sessions === 100 ? { target: { of: "measured", value: 10_000 } } : {}),
      note: `${(stored.events / stored.commits).toFixed(1)} events per commit; bare SQLite in one transaction ${Math.round(bareInOne.eventsPerSecond)} events/s`,
    },
    {
      name: `${name}: commits`,
      measured: stored.commits / stored.seconds,
      unit: "commits/s",
      better: "higher",
      baseline: { what: "write + fdatasync of as many bytes", value: syncsPerSecond },
    },
    ...(load.sessions === 100 ? [cpu("", stored), cpu(", with its fold", folded)] : []),
  ];
}

/** One whole round, so that a number is compared with baselines of the same moment. */
function typicalOf(rounds: readonly Round[]): Round {
  const ratio = ({ stored, bare }: Round): number => stored.events / stored.seconds / bare.eventsPerSecond;
  return rounds.toSorted((a, b) => ratio(a) - ratio(b))[Math.floor(rounds.length / 2)]!;
}

async function measureRound(scene: Scene, { sessions, changes }: Load): Promise<Round> {
  const dir = scene.directory();
  const prepared = writersFor(sessions).map((writer) => Array.from({ length: changes }, () => writer.next()));
  const events = prepared.flat().flatMap((change) => change.events);
  const stored = await store(
    join(dir, "prepared.db"),
    prepared.map((list) => () => list.shift() ?? null),
  );
  const folded = await store(
    join(dir, "folded.db"),
    writersFor(sessions).map((writer) => {
      let left = changes;
      return () => (left-- > 0 ? writer.next() : null);
    }),
  );
  const eventsPerCommit = stored.events / stored.commits;
  const bytes = Math.ceil((JSON.stringify(events).length / events.length) * eventsPerCommit);
  const syncs = await syncTimes({ dir, bytes, count: 100 });
  return {
    stored,
    folded,
    bare: insertBare({ dir, events, perCommit: Math.round(eventsPerCommit) }),
    bareInOne: insertBare({ dir, events, perCommit: events.length }),
    syncsPerSecond: 1000 / (syncs.reduce((sum, time) => sum + time, 0) / syncs.length),
  };
}

const writersFor = (sessions: number): Writer[] =>
  Array.from({ length: sessions }, (_, index) => new Writer({ session: `session-${index}` }));

interface Stored {
  events: number;
  commits: number;
  seconds: number;
  /** Of this thread only, which other processes do not affect. */
  cpuMicroseconds: number;
}

/** Each source is one session: it makes its next change when the last one is durable. */
async function store(path: string, sources: readonly (() => Change | null)[]): Promise<Stored> {
  const log = openSqliteLog({ path, isThreaded: true });
  // Waits until the writer's thread has started, as it has in a daemon before the first client.
  await log.append(new Writer({ session: "the first" }).next());
  const stored: Stored = { events: 0, commits: 0, seconds: 0, cpuMicroseconds: 0 };
  // All changes of a commit are acknowledged in one turn of the event loop.
  let isCounted = false;
  const count = (): void => {
    if (isCounted) return;
    isCounted = true;
    stored.commits++;
    setImmediate(() => {
      isCounted = false;
    });
  };
  const start = performance.now();
  const cpuAtStart = process.threadCpuUsage();
  await Promise.all(
    sources.map(async (next) => {
      for (let change = next(); change; change = next()) {
        await log.append(change);
        count();
        stored.events += change.events.length;
      }
    }),
  );
  stored.seconds = (performance.now() - start) / 1000;
  const { user, system } = process.threadCpuUsage(cpuAtStart);
  stored.cpuMicroseconds = user + system;
  await log.close();
  return stored;
}

const SESSIONS_AT_WORK = 100;
/** Text is joined for 20 ms, so a session does not commit more often. */
const EVERY_MS = 20;
const PACED_MS = 3000;

/** How long the event loop is blocked while 100 agents print at full speed. */
async function measureStalls(scene: Scene): Promise<Row> {
  const log = openSqliteLog({ path: join(scene.directory(), "paced.db"), isThreaded: true });
  const sources = writersFor(SESSIONS_AT_WORK).map((writer) =>
    Array.from({ length: PACED_MS / EVERY_MS }, () => writer.next()),
  );
  const alone = await paced(sources, async () => {});
  const logged = await paced(sources, (change) => log.append(change));
  await log.close();
  const { eventsPerSecond, worst, p50 } = logged;
  return {
    name: "ingest, 100 sessions at full speech: event loop delay p99",
    measured: logged.p99,
    unit: "ms",
    better: "lower",
    baseline: { what: "the same timers without a log", value: alone.p99 },
    note: `${Math.round(eventsPerSecond)} events/s asked for and stored; p50 ${p50.toFixed(1)} ms, worst ${worst.toFixed(0)} ms`,
  };
}

async function paced(sources: readonly (readonly Change[])[], append: (change: Change) => Promise<unknown>) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const start = performance.now();
  delay.enable();
  const events = await Promise.all(
    sources.map(async (changes, index) => {
      let stored = 0;
      for (const [turn, change] of changes.entries()) {
        const dueMs = start + turn * EVERY_MS + (index * EVERY_MS) / sources.length;
        const waitMs = dueMs - performance.now();
        if (waitMs > 0) await sleep(waitMs);
        await append(change);
        stored += change.events.length;
      }
      return stored;
    }),
  );
  delay.disable();
  const seconds = (performance.now() - start) / 1000;
  const inMs = (share: number): number => Math.max(0, delay.percentile(share) / 1e6 - 1);
  return {
    eventsPerSecond: events.reduce((sum, count) => sum + count, 0) / seconds,
    p50: inMs(50),
    p99: inMs(99),
    worst: inMs(100),
  };
}
