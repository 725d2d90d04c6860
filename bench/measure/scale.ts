// How costs grow: finding a session costs the same among many, a list grows with its sessions, an event with its followers, and a change of a
// session's metadata is one commit.

import { join } from "node:path";
import { openSqliteLog } from "../../src/log/index.ts";
import { FanOut } from "../../src/session/index.ts";
import { Daemon } from "../kit/daemon.ts";
import { syncTimes } from "../kit/raw-disk.ts";
import type { Scene } from "../kit/scene.ts";
import { seedSessions } from "../kit/seed-sessions.ts";
import { median, timed } from "../kit/statistics.ts";
import { Writer } from "../kit/writer.ts";
import type { Measurement, Row } from "../measurement.ts";

const FEW = 1000;
const MANY = 10_000;
const FOLLOWERS = 1000;
const FEW_FOLLOWERS = 10;

export const scale: Measurement = {
  name: "scale",
  about: "what grows with the number of sessions and followers, and what does not",
  async run(scene) {
    const few = await measureSessions(scene, FEW);
    const many = await measureSessions(scene, MANY);
    const syncs = await syncTimes({ dir: scene.directory(), bytes: 4096, count: 100, everyMs: 5 });
    const [fewFollowers, followers] = [await publishing(scene, FEW_FOLLOWERS), await publishing(scene, FOLLOWERS)];
    const row = (name: string, unit: Row["unit"], measured: number, baseline: Row["baseline"]): Row => ({
      name: `scale, ${name}`,
      measured,
      unit,
      better: "lower",
      baseline,
    });
    const sameAs = (what: string, value: number) => ({ what, value });
    return [
      {
        ...row("find one session among 10,000", "ms", many.findMs, sameAs("among 1,000", few.findMs)),
        target: { of: "ratio", value: 1.5 },
      },
      {
        ...row("list, per session of 10,000", "µs", many.listMicros, sameAs("of 1,000", few.listMicros)),
        target: { of: "ratio", value: 1.5 },
      },
      {
        ...row("an event, per follower of 1,000", "µs", followers, sameAs("of 10", fewFollowers)),
        target: { of: "ratio", value: 1.5 },
      },
      {
        ...row("a change of metadata", "ms", many.changeMs, sameAs("write + fdatasync of 4 KB", median(syncs))),
        target: { of: "measured", value: 10 },
      },
    ];
  },
};

async function measureSessions(scene: Scene, count: number) {
  const daemon = new Daemon(scene);
  await seedSessions(daemon.paths.database, count);
  await daemon.start();
  const { client, workspace } = daemon;
  const find = (nth: number) => client.resolve({ ref: `task-${nth * 3}`, cwd: workspace });
  const times = async (rounds: number, task: (nth: number) => Promise<unknown>): Promise<number> => {
    const taken: number[] = [];
    for (let nth = 0; nth < rounds; nth++) taken.push(await timed(() => task(nth)));
    return median(taken);
  };
  // Lets the code be compiled.
  await times(50, find);
  await client.sessions();
  const { session } = await find(1);
  const measured = {
    findMs: await times(200, find),
    listMicros: ((await times(10, () => client.sessions())) * 1000) / count,
    changeMs: await times(50, () => client.select(session.id)),
  };
  await daemon.stop();
  return measured;
}

/** Microseconds per follower from the end of a commit until all of them have the event. */
async function publishing(scene: Scene, followers: number): Promise<number> {
  const log = openSqliteLog({ path: join(scene.directory(), "log.db") });
  const writer = new Writer({ session: "session" });
  const fanOut = new FanOut(log);
  await log.append(writer.next());
  for (let nth = 0; nth < followers; nth++) {
    let cursor = writer.head;
    fanOut.follow("session", () => {
      cursor = fanOut.after("session", cursor, 32 * 1024).at(-1)?.seq ?? cursor;
    });
  }
  const taken: number[] = [];
  for (let round = 0; round < 300; round++) {
    const { stored } = await log.append(writer.next());
    taken.push(await timed(() => fanOut.publish("session", { head: writer.head, stored })));
  }
  await log.close();
  return (median(taken) * 1000) / followers;
}
