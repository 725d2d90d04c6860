// Forking a long session: a fork is a reference, so it costs one commit, whatever the length.
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
    const { far, near, page, plainPage } = await inTheLog(scene);
    const requests = await overHttp(scene);
    const row = (name: string, times: readonly number[], baseline: Row["baseline"]): Row => ({
      name: `fork, ${name}`,
      measured: median(times),
      unit: "ms",
      better: "lower",
      baseline,
      note: `best of ${times.length}: ${Math.min(...times).toFixed(1)} ms`,
    });
    const sync = { what: "write + fdatasync of 4 KB", value: syncs };
    return [
      { ...row("at event 50,000", far, sync), target: { of: "measured", value: 10 } },
      row("at event 50,000, beside one at event 50", far, { what: "at event 50", value: median(near) }),
      {
        ...row(`its last ${SHOWN} events`, page, { what: "of the session itself", value: median(plainPage) }),
        target: { of: "ratio", value: 1.5 },
      },
      {
        ...row("over HTTP, at the last turn of 50,000 events", [requests.median], sync),
        target: { of: "measured", value: 10 },
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
  // The first rounds include compilation.
  for (let round = -6; round < ROUNDS; round++) {
    const [farFork, nearFork] = [forkOf(far), forkOf(near)];
    const taken: [name: keyof typeof times, task: () => unknown][] = [
      ["far", () => log.append(farFork)],
      ["near", () => log.append(nearFork)],
    ];
    // Alternating, because the first commit after a pause takes longer.
    if (round % 2 === 0) taken.reverse();
    taken.push(
      ["page", () => log.read({ session: farFork.session, before: FAR + 2, limit: SHOWN })],
      ["plainPage", () => log.read({ session, before: FAR + 2, limit: SHOWN })],
    );
    for (const [name, task] of taken) {
      const tookMs = await timed(task);
      if (round >= 0) times[name].push(tookMs);
    }
  }
  await log.close();
  return times;
}

function stateAt(log: Log, seq: number): SessionState {
  const { events } = log.read({ session, after: 0, limit: seq });
  return events.reduce((state, { line }) => reduce(state, JSON.parse(line) as Event), initialState);
}

/** The commit of a fork as the daemon makes it: its first event, the folded state, and the row. */
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
