// Branching off from a long session: a fork is a reference, so it costs a commit, however much comes before it.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type Event, initialState, reduce, type SessionState, summaryOf } from "../../src/core/index.ts";
import { type Change, type Log, openSqliteLog } from "../../src/log/index.ts";
import { Daemon } from "../kit/daemon.ts";
import { syncTimes } from "../kit/raw-disk.ts";
import { RequestTimes } from "../kit/request-times.ts";
import type { Scene } from "../kit/scene.ts";
import { seedLongSession } from "../kit/seed-sessions.ts";
import { median, timed } from "../kit/statistics.ts";
import type { Measurement, Row } from "../measurement.ts";

const session = "long-session";
const EVENTS = 100_000;
const FAR = 50_000;
const NEAR = 50;
const ROUNDS = 50;
const SHOWN = 500;

export const fork: Measurement = {
  name: "fork",
  about: "a fork at event 50,000, in the log and over HTTP",
  async run(scene) {
    const syncs = median(await syncTimes({ dir: scene.directory(), bytes: 4096, count: 100, everyMs: 5 }));
    const { farMs, nearMs, pageMs, plainPageMs } = await inTheLog(scene);
    const requests = await overHttp(scene);
    const row = (name: string, measured: number, baseline: Row["baseline"], target: Row["target"]): Row => ({
      name: `fork, ${name}`,
      measured,
      unit: "ms",
      better: "lower",
      baseline,
      ...(target ? { target } : {}),
    });
    const sync = { what: "write + fdatasync of 4 KB", value: syncs };
    return [
      row("at event 50,000", farMs, sync, { of: "measured", value: 10 }),
      row("at event 50,000, beside one at event 50", farMs, { what: "at event 50", value: nearMs }, undefined),
      row(
        `its last ${SHOWN} events`,
        pageMs,
        { what: "of the session itself", value: plainPageMs },
        { of: "ratio", value: 1.5 },
      ),
      {
        ...row("over HTTP, at the last turn of 50,000 events", requests.median, sync, { of: "measured", value: 10 }),
        note: requests.note,
      },
    ];
  },
};

async function inTheLog(scene: Scene) {
  const path = join(scene.directory(), "log.db");
  await seedLongSession(path, { session, events: EVENTS });
  const log = openSqliteLog({ path, isThreaded: true });
  const [far, near] = [stateAt(log, FAR), stateAt(log, NEAR)];
  const times = { far: [] as number[], near: [] as number[], page: [] as number[], plainPage: [] as number[] };
  // The first ones are compiled.
  for (let round = -5; round < ROUNDS; round++) {
    const change = forkOf(far);
    const took = {
      far: await timed(() => log.append(change)),
      near: await timed(() => log.append(forkOf(near))),
      page: await timed(() => log.read({ session: change.session, before: FAR + 2, limit: SHOWN })),
      plainPage: await timed(() => log.read({ session, before: FAR + 2, limit: SHOWN })),
    };
    if (round >= 0) for (const [name, ms] of Object.entries(took)) times[name as keyof typeof times].push(ms);
  }
  await log.close();
  const [farMs, nearMs, pageMs, plainPageMs] = [times.far, times.near, times.page, times.plainPage].map(median);
  return { farMs: farMs!, nearMs: nearMs!, pageMs: pageMs!, plainPageMs: plainPageMs! };
}

function stateAt(log: Log, seq: number): SessionState {
  const { events } = log.read({ session, after: 0, limit: seq });
  return events.reduce((state, { line }) => reduce(state, JSON.parse(line) as Event), initialState);
}

/** As the daemon makes one: its first event, the fold there, and the row. */
function forkOf(state: SessionState): Change {
  const id = randomUUID();
  const { agent, workspace } = state.lifecycle;
  if (!workspace) throw new Error("the session has no workspace");
  const base = { session, seq: state.head };
  const data = { agent, workspace, name: null, resumed: false, fork: { ...base, turn: null, native: null } };
  const event: Event = {
    session: id,
    seq: state.head + 1,
    at: "2026-01-02T00:00:00.000Z",
    type: "session_start",
    by: { kind: "client", name: "bench" },
    data,
  };
  const next = reduce(state, event);
  return { session: id, base, events: [event], summary: summaryOf(id, next), isBusy: false, snapshot: next };
}

async function overHttp(scene: Scene): Promise<RequestTimes> {
  const daemon = new Daemon(scene);
  await seedLongSession(daemon.paths.database, { session, events: FAR });
  await daemon.start();
  const times = new RequestTimes(daemon);
  for (let round = 0; round < ROUNDS; round++) await times.take(() => daemon.client.fork(session));
  return times;
}
