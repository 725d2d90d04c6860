// Opening a session of 100,000 events as the CLI does: find it, then follow it from 500 events before its end until caught up.
// Cold is the first request to a new daemon, which then also folds the session; the file is in the system's cache.
import { startBareReader } from "../kit/bare-reader.ts";
import { Daemon } from "../kit/daemon.ts";
import { RequestTimes } from "../kit/request-times.ts";
import { seedLongSession } from "../kit/seed-sessions.ts";
import { median, timed } from "../kit/statistics.ts";
import type { Measurement, Row } from "../measurement.ts";

const EVENTS = 100_000;
/** Of src/cli/attach/attach-session.ts. */
const SHOWN = 500;
const COLD_STARTS = 5;
const WARM_ROUNDS = 20;
const session = "long-session";
const bareSql = `SELECT '{"seq":' || seq || ',"at":"' || at || '","type":"' || type || '","by":' || "by" || ',"data":' || data || '}' AS line
  FROM events WHERE session = (SELECT key FROM sessions WHERE id = '${session}') ORDER BY seq DESC LIMIT ${SHOWN}`;

export const attach: Measurement = {
  name: "attach",
  about: `the end of a session of ${EVENTS} events, cold and warm`,
  async run(scene) {
    const daemon = new Daemon(scene);
    const head = await seedLongSession(daemon.paths.database, { session, events: EVENTS });
    const cold = new RequestTimes(daemon);
    const warm = new RequestTimes(daemon);
    const page = new RequestTimes(daemon);
    const bareCold: number[] = [];
    const bareWarm: number[] = [];
    for (let start = 0; start < COLD_STARTS; start++) {
      await daemon.start();
      await cold.take(() => open(daemon));
      const bare = await startBareReader(scene, daemon.paths.database);
      bareCold.push(await timed(() => bare.ask(bareSql)));
      for (let round = 0; round < WARM_ROUNDS / COLD_STARTS; round++) {
        await warm.take(() => open(daemon));
        await page.take(() => daemon.client.events(session, { before: head + 1, limit: SHOWN }));
        bareWarm.push(await timed(() => bare.ask(bareSql)));
      }
      bare.stop();
      await daemon.stop();
    }
    const row = (name: string, times: RequestTimes, bare: readonly number[]): Row => ({
      name: `attach, ${name}`,
      measured: times.median,
      unit: "ms",
      better: "lower",
      target: { of: "measured", value: 50 },
      baseline: { what: "SQLite query + socket", value: median(bare) },
      note: times.note,
    });
    return [
      row("cold", cold, bareCold),
      row("warm", warm, bareWarm),
      row(`warm, one page of ${SHOWN} events`, page, bareWarm),
    ];
  },
};

async function open({ client, workspace }: Daemon): Promise<void> {
  const { session: found } = await client.resolve({ ref: session, cwd: workspace });
  for await (const item of client.follow(found.id, { after: found.head - SHOWN })) {
    if (item.kind === "frame" && item.frame.frame === "caught_up") return;
  }
}
