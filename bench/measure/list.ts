// The whole list of 10,000 sessions, from the daemon over the socket to parsed objects, as for `skein sessions --json`.
import { startBareReader } from "../kit/bare-reader.ts";
import { Daemon } from "../kit/daemon.ts";
import { RequestTimes } from "../kit/request-times.ts";
import { seedSessions } from "../kit/seed-sessions.ts";
import { median, timed } from "../kit/statistics.ts";
import type { Measurement } from "../measurement.ts";

const SESSIONS = 10_000;
const ROUNDS = 15;
const bareSql = "SELECT summary AS line FROM sessions ORDER BY last_active_at DESC, id DESC";

export const list: Measurement = {
  name: "list",
  about: `${SESSIONS} sessions over HTTP, parsed`,
  async run(scene) {
    const daemon = new Daemon(scene);
    await seedSessions(daemon.paths.database, SESSIONS);
    await daemon.start();
    const bare = await startBareReader(scene, daemon.paths.database);
    const first = await timed(() => daemon.client.sessions());
    const times = new RequestTimes(daemon);
    const bareTimes: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await times.take(() => daemon.client.sessions());
      bareTimes.push(await timed(() => bare.ask(bareSql)));
    }
    const listed = await daemon.client.sessions();
    if (listed.length !== SESSIONS) throw new Error(`${listed.length} sessions were listed`);
    const megabytes = (JSON.stringify(listed).length / 1e6).toFixed(1);
    return [
      {
        name: "list of 10,000 sessions",
        measured: times.median,
        unit: "ms",
        better: "lower",
        target: { of: "measured", value: 50 },
        baseline: { what: "SQLite query + socket", value: median(bareTimes) },
        note: `${megabytes} MB; first request ${first.toFixed(0)} ms; ${times.note}`,
      },
    ];
  },
};
