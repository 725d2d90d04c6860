// The outline of a session with 1,000,000 events: the first request to a new daemon, which folds all of it, and later ones.
import { DatabaseSync } from "node:sqlite";
import { outlineTypes } from "../../src/core/index.ts";
import { Daemon } from "../kit/daemon.ts";
import { lengthenSession } from "../kit/lengthen-session.ts";
import { cpuMilliseconds, hasProc } from "../kit/process-facts.ts";
import { RequestTimes } from "../kit/request-times.ts";
import { seedLongSession } from "../kit/seed-sessions.ts";
import { median } from "../kit/statistics.ts";
import type { Measurement } from "../measurement.ts";

const COLD_STARTS = 3;
const WARM_ROUNDS = 5;
const session = "long-session";

export const outline: Measurement = {
  name: "outline",
  about: "the outline of a session of 1,000,000 events, and how long the event loop stands still for it",
  async run(scene) {
    const daemon = new Daemon(scene, { isProbed: true });
    await seedLongSession(daemon.paths.database, { session, events: 20_000 });
    lengthenSession(daemon.paths.database, { times: 50 });
    const again = new RequestTimes(daemon);
    const [cpuMs, bareMs, stalls, atRest]: [number[], number[], number[], number[]] = [[], [], [], []];
    let bytes = 0;
    for (let start = 0; start < COLD_STARTS; start++) {
      await daemon.start();
      // Excludes the general cost of a first request.
      await daemon.client.session(session);
      atRest.push(await daemon.longestStall(() => new Promise((resolve) => setTimeout(resolve, 500))));
      const before = hasProc() ? cpuMilliseconds(daemon.pid) : 0;
      const look = async () => {
        bytes = JSON.stringify(await daemon.client.outline(session)).length;
      };
      stalls.push(await daemon.longestStall(look));
      if (hasProc()) cpuMs.push(cpuMilliseconds(daemon.pid) - before);
      bareMs.push(bareCpu(daemon.paths.database));
      for (let round = 0; round < WARM_ROUNDS; round++) await again.take(() => daemon.client.outline(session));
      await daemon.stop();
    }
    const bare = { what: "the same rows by SQLite alone", value: median(bareMs) };
    const lower = { unit: "ms", better: "lower" } as const;
    const cpuRow = {
      name: "outline, 1,000,000 events, first look: CPU",
      measured: median(cpuMs),
      ...lower,
      target: { of: "measured", value: 1000 } as const,
      baseline: bare,
      note: `an answer of ${(bytes / 1024).toFixed(0)} KB`,
    };
    return [
      ...(hasProc() ? [cpuRow] : []),
      {
        name: "outline, 1,000,000 events, again",
        measured: again.median,
        ...lower,
        target: { of: "measured", value: 50 },
        baseline: bare,
        note: again.note,
      },
      {
        name: "lag, the outline of 1,000,000 events",
        measured: Math.min(...stalls),
        ...lower,
        target: { of: "measured", value: 50 },
        baseline: { what: "with nothing to do", value: Math.min(...atRest) },
        note: `in each round ${stalls.map((ms) => ms.toFixed(0)).join(", ")} ms`,
      },
    ];
  },
};

function bareCpu(path: string): number {
  const db = new DatabaseSync(path, { readOnly: true });
  const types = [...outlineTypes.whole, ...outlineTypes.bare].map((type) => `'${type}'`).join();
  const cpu = process.cpuUsage();
  const rows = db.prepare(
    `SELECT seq, at, type, data FROM events WHERE session = 1 AND type IN (${types}) ORDER BY seq`,
  );
  for (const _ of rows.iterate());
  const { user, system } = process.cpuUsage(cpu);
  db.close();
  return (user + system) / 1000;
}
