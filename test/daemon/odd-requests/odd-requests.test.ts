// Hundreds of requests that no well-behaved client sends, one after the other to one daemon: each is refused or answered as it should be, nothing is
// written, and the daemon is afterwards as it was.
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { openSqliteLog } from "../../../src/log/index.ts";
import { type TestDaemon, testDaemon } from "../../kit/test-daemon.ts";
import { until } from "../../kit/until.ts";
import { bodies } from "./bodies.ts";
import { framing } from "./framing.ts";
import { linesAndHeaders } from "./lines-and-headers.ts";
import type { OddRequest } from "./odd-request.ts";
import { paths } from "./paths.ts";
import { queries } from "./queries.ts";
import { sendRaw } from "./send-raw.ts";

const groups = { linesAndHeaders, framing, paths, queries, bodies };
/** What is sent ends in the middle of something. */
const CUT = "CUT ";

interface Scene {
  daemon: TestDaemon;
  session: string;
  trashed: string;
}

async function daemonOnDisk(): Promise<Scene> {
  const daemon = await testDaemon();
  await daemon.stop();
  // Where a repair would leave its traces.
  daemon.log = openSqliteLog({ path: daemon.paths.database });
  await daemon.start();
  const session = await daemon.newSession("present");
  const trashed = await daemon.newSession("deleted");
  await daemon.client.trash(trashed);
  return { daemon, session, trashed };
}

/** With ids in their places. A request whose length was counted before has another one then. */
function bytesOf(sends: string | Buffer, { daemon, session, trashed }: Scene): Buffer {
  const text = sends
    .toString("latin1")
    .replaceAll("SESSION-IN-CAPITALS", session.toUpperCase())
    .replaceAll("SESSION", session)
    .replaceAll("TRASHED", trashed)
    .replaceAll("UUID", randomUUID())
    .replaceAll("CWD", daemon.workspace);
  const length = text.length - text.indexOf("\r\n\r\n") - 4;
  const isCounted = Buffer.isBuffer(sends);
  return Buffer.from(isCounted ? text.replace(/^content-length: \d+/m, `content-length: ${length}`) : text, "latin1");
}

async function answerTo([, sends, gets]: OddRequest, scene: Scene): Promise<string> {
  const { statuses, code } = await sendRaw(scene.daemon.paths.socket, bytesOf(sends, scene), {
    isCutOff: gets.startsWith(CUT),
  });
  return [...statuses, ...(code ? [code] : [])].join(" ");
}

/** Everything that a request could leave behind. */
function traces({ daemon, session }: Scene): unknown {
  const { log, paths: places } = daemon;
  const files = readdirSync(places.home, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name);
  return {
    commits: log.lastCommit(),
    events: daemon.events(session),
    sessions: log.sessionIds({ shelves: ["listed", "archived", "trash"] }).toSorted(),
    condition: log.condition(),
    files: files.filter((name) => !/\.db-(wal|shm)$/.test(name)).toSorted(),
    polluted: Object.keys(Object.prototype),
    faults: daemon.faults,
  };
}

const descriptors = (): number => (existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0);

test("every odd request is answered as it should be, and leaves no trace", { timeout: 60_000 }, async () => {
  const scene = await daemonOnDisk();
  const before = { traces: traces(scene), descriptors: descriptors() };
  for (const [group, requests] of Object.entries(groups)) {
    const expected = requests.map(([what, , gets]) => `${what} → ${gets.replace(CUT, "")}`);
    const answers: string[] = [];
    for (const request of requests) answers.push(`${request[0]} → ${await answerTo(request, scene)}`);
    expect({ group, answers }).toEqual({ group, answers: expected });
  }
  expect(traces(scene)).toEqual(before.traces);
  await until("no descriptor to be left", () => descriptors() <= before.descriptors);
  expect((await scene.daemon.client.sessions()).map(({ id }) => id)).toEqual([scene.session]);
  expect((await scene.daemon.client.rename(scene.session, "still works")).seq).toBeGreaterThan(0);
});

test("there are more than two hundred of them, and no two are the same", () => {
  const all = Object.values(groups).flat();
  const texts = all.map(([, sends]) => sends.toString("latin1"));
  expect(all.length).toBeGreaterThan(400);
  expect(new Set(texts).size).toBe(all.length);
});
