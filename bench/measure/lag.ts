// How long a single input, however large, blocks the daemon's event loop.
import { once } from "node:events";
import { connect } from "node:net";
import { Daemon } from "../kit/daemon.ts";
import { MemoryWatch } from "../kit/memory-watch.ts";
import { hasProc } from "../kit/process-facts.ts";
import type { Scene } from "../kit/scene.ts";
import { seedLongSession, seedSessions } from "../kit/seed-sessions.ts";
import { agesByFollowing, stampingAgent } from "../kit/stamps.ts";
import type { Measurement, Row } from "../measurement.ts";

const MEGABYTE = 1024 * 1024;
const ROUNDS = 3;
const LONG_SESSION = "long-session";
const LONG_EVENTS = 100_000;
/** Its events are so long that the byte limit ends a page, not the number of events. */
const WIDE_SESSION = "wide-session";
const SESSIONS = 10_000;

type Input = readonly [name: string, give: () => Promise<unknown>];

export const lag: Measurement = {
  name: "lag",
  about: "how long the daemon's event loop stands still for one large input",
  async run(scene) {
    const daemon = new Daemon(scene, { agent: stampingAgent, isProbed: true });
    await seedSessions(daemon.paths.database, SESSIONS);
    await seedLongSession(daemon.paths.database, { session: LONG_SESSION, events: LONG_EVENTS });
    await seedLongSession(daemon.paths.database, { session: WIDE_SESSION, events: 2000, printed: 24 * 1024 });
    await daemon.start();
    const session = await daemon.newSession();
    const print = (bytes: number) =>
      agesByFollowing(scene, { daemon, session, speech: { kind: "tool", count: 1, everyMs: 1, bytes }, followers: 1 });
    await print(1);

    const inputs: readonly Input[] = [
      ["nothing", () => new Promise((resolve) => setTimeout(resolve, 500))],
      ["a prompt of 1 MB", () => prompt(daemon, MEGABYTE)],
      ["a page as large as one may be", () => daemon.client.events(WIDE_SESSION, { after: 0, limit: 1000 })],
      ["a list of 10,000 sessions", () => daemon.client.sessions()],
      ["100,000 events to a follower that reads", () => readAll(daemon)],
      ["a line of 16 MB from an agent", () => print(16 * MEGABYTE)],
      ["a line of 100 MB from an agent", () => print(100 * MEGABYTE)],
    ];
    const rows: Row[] = [];
    let atRest = 0;
    for (const [name, give] of inputs) {
      const { stallMs, note } = await worst(scene, daemon, give);
      if (name === "nothing") atRest = stallMs;
      else rows.push(rowOf(name, stallMs, { atRest, note }));
    }
    return rows;
  },
};

const rowOf = (name: string, stallMs: number, { atRest, note }: { atRest: number; note: string }): Row => ({
  name: `lag, ${name}`,
  measured: stallMs,
  unit: "ms",
  better: "lower",
  target: { of: "measured", value: 50 },
  baseline: { what: "with nothing to do", value: atRest },
  note,
});

/** The minimum of the rounds' longest blocks: the input's own effect is in every round, that of other processes is not. */
async function worst(scene: Scene, daemon: Daemon, give: () => Promise<unknown>) {
  const memory = hasProc() ? new MemoryWatch(scene, daemon.pid) : null;
  const stalls: number[] = [];
  for (let round = 0; round < ROUNDS; round++) stalls.push(await daemon.longestStall(give));
  const each = stalls.map((ms) => ms.toFixed(0)).join(", ");
  const grown = memory === null ? "" : `; memory grew by ${memory.end().toFixed(0)} MB at most`;
  return { stallMs: Math.min(...stalls), note: `in each round ${each} ms${grown}` };
}

async function prompt(daemon: Daemon, bytes: number): Promise<void> {
  const session = await daemon.newSession();
  await daemon.client.prompt(session, { content: [{ type: "text", text: "x".repeat(bytes) }] });
}

/** Reads bytes without parsing them, as fast as a follower can. */
async function readAll({ paths }: Daemon): Promise<void> {
  const socket = connect(paths.socket);
  const path = `/v1/sessions/${LONG_SESSION}/events?follow=1&after=0`;
  socket.write(`GET ${path} HTTP/1.1\r\nhost: skein\r\naccept: application/x-ndjson\r\n\r\n`);
  let end = "";
  socket.on("data", (chunk: Buffer) => {
    end = (end + chunk.subarray(-200).toString("latin1")).slice(-200);
    if (end.includes('"caught_up"')) socket.destroy();
  });
  await once(socket, "close");
}
