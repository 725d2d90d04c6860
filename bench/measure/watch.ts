// The cost of a change to the list, for the daemon and each client, in CPU and bytes, with 100 and with 10,000 sessions.
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { Daemon } from "../kit/daemon.ts";
import { cpuMilliseconds, hasProc } from "../kit/process-facts.ts";
import type { Scene } from "../kit/scene.ts";
import { seedSessions } from "../kit/seed-sessions.ts";
import { startChild } from "../kit/start-child.ts";
import { median } from "../kit/statistics.ts";
import type { Measurement, Row } from "../measurement.ts";

const [FEW, MANY] = [100, 10_000];
const SPEAKING = 20;
/** Enough clients that their cost stands out from the cost of the change itself. */
const WATCHERS = 10;
const ROUNDS = 30;
/** Until compiled code has settled. */
const ROUNDS_BEFORE = 10;
/** Longer than the daemon joins changes for, so that rounds do not mix. */
const APART_MS = 300;
const PATIENCE_MS = 20_000;

export const watch: Measurement = {
  name: "watch",
  about: `changes in ${SPEAKING} sessions to ${WATCHERS} who watch ${MANY}`,
  async run(scene) {
    if (!hasProc()) return [];
    const few = await costAmong(scene, FEW);
    const many = await costAmong(scene, MANY);
    const row = (what: string, unit: Row["unit"], of: (cost: Cost) => number): Row => ({
      name: `watching 10,000 sessions: ${what}`,
      measured: of(many),
      unit,
      better: "lower",
      baseline: { what: `among ${FEW}`, value: of(few) },
      target: { of: "ratio", value: 1.5 },
    });
    return [
      row("bytes per change", "bytes", ({ bytes }) => bytes),
      row("the daemon's CPU per change", "µs", ({ daemonUs }) => daemonUs),
      row("a client's CPU per change", "µs", ({ clientUs }) => clientUs),
    ];
  },
};

/** Of one change: for each client, and for the daemon with all of them. */
interface Cost {
  readonly bytes: number;
  readonly daemonUs: number;
  readonly clientUs: number;
}

interface Heard {
  readonly bytes: number;
  readonly lines: number;
  readonly looks: number;
  readonly isLive: boolean;
}

async function costAmong(scene: Scene, sessions: number): Promise<Cost> {
  const daemon = new Daemon(scene);
  await seedSessions(daemon.paths.database, sessions);
  await daemon.start();
  const child = await startChild(scene, "list-watchers", [daemon.paths.socket, String(WATCHERS)]);
  let heard: Heard = { bytes: 0, lines: 0, looks: 0, isLive: false };
  createInterface({ input: child.stdout! }).on("line", (line) => {
    heard = JSON.parse(line);
  });
  const speakers = (await daemon.client.sessions()).slice(0, SPEAKING).map(({ id }) => id);
  while (!heard.isLive) await sleep(5);
  const costs: Cost[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(APART_MS);
    const before = { ...heard, daemonMs: cpuMilliseconds(daemon.pid), clientMs: cpuMilliseconds(child.pid!) };
    await Promise.all(speakers.map((id) => daemon.client.rename(id, `r${round}-${id.slice(-6)}`)));
    const expected = before.lines + SPEAKING * WATCHERS;
    const untilMs = performance.now() + PATIENCE_MS;
    while (heard.lines < expected && performance.now() < untilMs) await sleep(5);
    if (heard.lines !== expected) throw new Error(`${heard.lines - before.lines} rows were told`);
    costs.push({
      bytes: (heard.bytes - before.bytes) / (SPEAKING * WATCHERS),
      daemonUs: ((cpuMilliseconds(daemon.pid) - before.daemonMs) * 1000) / SPEAKING,
      clientUs: ((cpuMilliseconds(child.pid!) - before.clientMs) * 1000) / (SPEAKING * WATCHERS),
    });
  }
  child.kill();
  await daemon.stop();
  const usual = (of: (cost: Cost) => number): number => median(costs.slice(ROUNDS_BEFORE).map(of));
  return {
    bytes: usual(({ bytes }) => bytes),
    daemonUs: usual(({ daemonUs }) => daemonUs),
    clientUs: usual(({ clientUs }) => clientUs),
  };
}
