// A thousand followers that stop reading: their memory in the daemon, at the live end and in the history, and their effect on one that reads.
import { join } from "node:path";
import { Daemon } from "../kit/daemon.ts";
import { MemoryWatch } from "../kit/memory-watch.ts";
import { hasProc, residentMegabytes } from "../kit/process-facts.ts";
import type { Scene } from "../kit/scene.ts";
import { seedLongSession } from "../kit/seed-sessions.ts";
import { stall } from "../kit/stalled-follower.ts";
import { agesByFollowing, type Speech, stampingAgent } from "../kit/stamps.ts";
import { startChild } from "../kit/start-child.ts";
import { quantile } from "../kit/statistics.ts";
import type { Measurement, Row } from "../measurement.ts";

const STALLED = 1000;
/** 512 KB in total: more than the buffers of the socket and of the daemon hold for one follower. */
const speech: Speech = { kind: "tool", count: 256, everyMs: 25, bytes: 2048 };
const HISTORY_EVENTS = 20_000;

export const stalled: Measurement = {
  name: "stalled",
  about: `${STALLED} followers that do not read: memory, and the latency of one that does`,
  async run(scene) {
    if (!hasProc()) return [];
    const bare = { what: "1,000 connections to a bare HTTP server", value: await bareGrowth(scene) };
    const row = (where: string, megabytes: number): Row => ({
      name: `stalled, 1,000 followers ${where}: memory`,
      measured: megabytes,
      unit: "MB",
      better: "lower",
      target: { of: "measured", value: 64 },
      baseline: bare,
    });

    const daemon = new Daemon(scene, { agent: stampingAgent });
    await daemon.start();
    const session = await daemon.newSession();
    const speak = () => agesByFollowing(scene, { daemon, session, speech, followers: 1 });
    const alone = await speak();
    const { head } = (await daemon.client.session(session)).session;
    const watch = new MemoryWatch(scene, daemon.pid);
    await stallMany(scene, daemon.paths.socket, () => `/v1/sessions/${session}/events?follow=1&after=${head}`);
    // The reading follower comes last, after all others.
    const beside = await speak();
    const latency = (word: string, share: number): Row => ({
      name: `stalled, latency of the one that reads ${word}`,
      measured: quantile(beside.first, share),
      unit: "ms",
      better: "lower",
      baseline: { what: "without the others", value: quantile(alone.first, share) },
    });
    return [
      row("live", watch.end()),
      latency("p50", 0.5),
      latency("p99", 0.99),
      row("all over the history", await growthInHistory(scene)),
    ];
  },
};

/** Each follower starts at another position of a long log, and stops at once. */
async function growthInHistory(scene: Scene): Promise<number> {
  const daemon = new Daemon(scene);
  await seedLongSession(daemon.paths.database, { session: "long", events: HISTORY_EVENTS });
  await daemon.start();
  await daemon.client.session("long");
  const memory = new MemoryWatch(scene, daemon.pid);
  const step = Math.floor(HISTORY_EVENTS / 2 / STALLED);
  await stallMany(scene, daemon.paths.socket, (nth) => `/v1/sessions/long/events?follow=1&after=${nth * step}`);
  return memory.end();
}

async function stallMany(scene: Scene, socketPath: string, path: (nth: number) => string): Promise<void> {
  for (let nth = 0; nth < STALLED; nth++) {
    const socket = await stall(socketPath, path(nth));
    socket.on("error", () => {});
    scene.defer(() => socket.destroy());
  }
}

async function bareGrowth(scene: Scene): Promise<number> {
  const socketPath = join(scene.directory(), "bare.sock");
  const server = await startChild(scene, "bare-http", [socketPath]);
  const before = residentMegabytes(server.pid!);
  await stallMany(scene, socketPath, () => "/");
  return residentMegabytes(server.pid!) - before;
}
