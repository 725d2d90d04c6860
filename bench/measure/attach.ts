// Opening a long session as the CLI does: finds it, then follows it from 500 events before its end until caught up. Cold: the first request to
// a new daemon, which also folds the session; the file is in the system's cache.
import { startBareReader } from "../kit/bare-reader.ts";
import { Daemon } from "../kit/daemon.ts";
import { lengthenSession } from "../kit/lengthen-session.ts";
import { hasProc, residentMegabytes } from "../kit/process-facts.ts";
import { RequestTimes } from "../kit/request-times.ts";
import type { Scene } from "../kit/scene.ts";
import { seedLongSession } from "../kit/seed-sessions.ts";
import { median, timed } from "../kit/statistics.ts";
import type { Measurement, Row } from "../measurement.ts";

/** From src/cli/attach/attach-session.ts. */
const SHOWN = 500;
const COLD_STARTS = 5;
const WARM_ROUNDS = 20;
const session = "long-session";
const bareSql = `SELECT '{"seq":' || seq || ',"at":"' || at || '","type":"' || type || '","by":' || "by" || ',"data":' || data || '}' AS line
  FROM events WHERE session = (SELECT key FROM sessions WHERE id = '${session}') ORDER BY seq DESC LIMIT ${SHOWN}`;

export const attach: Measurement = {
  name: "attach",
  about: "the end of a session of 100,000 and of 1,000,000 events, cold and warm",
  async run(scene) {
    const long = new Daemon(scene);
    const head = await seedLongSession(long.paths.database, { session, events: 100_000 });
    const opened = await openMany(scene, { daemon: long, head });
    const longest = new Daemon(scene);
    await seedLongSession(longest.paths.database, { session, events: 20_000 });
    const longestHead = lengthenSession(longest.paths.database, { times: 50 });
    const openedLongest = await openMany(scene, { daemon: longest, head: longestHead });

    const row = (
      name: string,
      times: RequestTimes,
      { bare, limit }: { bare: readonly number[]; limit: number },
    ): Row => ({
      name: `attach, ${name}`,
      measured: times.median,
      unit: "ms",
      better: "lower",
      target: { of: "measured", value: limit },
      baseline: { what: "SQLite query + socket", value: median(bare) },
      note: times.note,
    });
    return [
      row("cold", opened.cold, { bare: opened.bareCold, limit: 50 }),
      row("warm", opened.warm, { bare: opened.bareWarm, limit: 50 }),
      row(`warm, one page of ${SHOWN} events`, opened.page, { bare: opened.bareWarm, limit: 50 }),
      row("1,000,000 events, cold", openedLongest.cold, { bare: openedLongest.bareCold, limit: 300 }),
      row("1,000,000 events, warm", openedLongest.warm, { bare: openedLongest.bareWarm, limit: 50 }),
      ...memoryRows(openedLongest.megabytes),
    ];
  },
};

interface Opened {
  readonly cold: RequestTimes;
  readonly warm: RequestTimes;
  readonly page: RequestTimes;
  readonly bareCold: number[];
  readonly bareWarm: number[];
  /** The daemon's, after several opens, compared with the bare reader. */
  readonly megabytes: { readonly daemon: number; readonly bare: number }[];
}

async function openMany(scene: Scene, { daemon, head }: { daemon: Daemon; head: number }): Promise<Opened> {
  const [cold, warm, page] = [new RequestTimes(daemon), new RequestTimes(daemon), new RequestTimes(daemon)];
  const opened: Opened = { cold, warm, page, bareCold: [], bareWarm: [], megabytes: [] };
  for (let start = 0; start < COLD_STARTS; start++) {
    await daemon.start();
    await cold.take(() => open(daemon));
    const bare = await startBareReader(scene, daemon.paths.database);
    opened.bareCold.push(await timed(() => bare.ask(bareSql)));
    for (let round = 0; round < WARM_ROUNDS / COLD_STARTS; round++) {
      await warm.take(() => open(daemon));
      await page.take(() => daemon.client.events(session, { before: head + 1, limit: SHOWN }));
      opened.bareWarm.push(await timed(() => bare.ask(bareSql)));
    }
    if (hasProc()) opened.megabytes.push({ daemon: residentMegabytes(daemon.pid), bare: residentMegabytes(bare.pid) });
    bare.stop();
    await daemon.stop();
  }
  return opened;
}

const memoryRows = (megabytes: Opened["megabytes"]): Row[] =>
  megabytes.length === 0
    ? []
    : [
        {
          name: "attach, 1,000,000 events: memory of the daemon",
          measured: Math.max(...megabytes.map(({ daemon }) => daemon)),
          unit: "MB",
          better: "lower",
          target: { of: "measured", value: 200 },
          baseline: {
            what: "the process with the query and the socket",
            value: median(megabytes.map(({ bare }) => bare)),
          },
        },
      ];

async function open({ client, workspace }: Daemon): Promise<void> {
  const { session: found } = await client.resolve({ ref: session, cwd: workspace });
  for await (const item of client.follow(found.id, { after: found.head - SHOWN })) {
    if (item.kind === "frame" && item.frame.frame === "caught_up") return;
  }
}
