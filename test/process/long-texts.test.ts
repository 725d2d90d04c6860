// Texts of a hundred megabytes in one line, with the built daemon, a real agent process and a real database.
import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { blobsIn } from "../../src/core/index.ts";
import { openSqliteLog } from "../../src/log/index.ts";
import { type AnyEvent, DaemonProcess } from "../kit/daemon-process.ts";
import { until } from "../kit/until.ts";

const MEGABYTE = 2 ** 20;
const LINE_BYTES = 64;

/** What `[[output: …]]` prints. */
function hashOfOutput(bytes: number): string {
  const hash = createHash("sha256");
  for (let line = 0; line * LINE_BYTES < bytes; line++) hash.update(`${`${line} `.padEnd(LINE_BYTES - 1, "~")}\n`);
  return hash.digest("hex");
}

async function started(): Promise<{ daemon: DaemonProcess; session: string; send: (text: string) => Promise<string> }> {
  const daemon = new DaemonProcess();
  await daemon.start();
  const { session } = await daemon.client.create({ agent: "demo", cwd: daemon.workspace });
  const send = async (text: string) =>
    (await daemon.client.prompt(session.id, { content: [{ type: "text", text }] })).id;
  return { daemon, session: session.id, send };
}

const turnEnd = (daemon: DaemonProcess, session: string, id: string): Promise<AnyEvent> =>
  daemon.event(session, ({ type, data }) => type === "turn_end" && data.promptId === id);

const outputs = async (daemon: DaemonProcess, session: string): Promise<AnyEvent[]> =>
  (await daemon.events(session)).filter(({ type, data }) => type === "tool_call_update" && data.output !== undefined);

async function hashOfBlob(daemon: DaemonProcess, hash: string): Promise<{ hash: string; bytes: number }> {
  const digest = createHash("sha256");
  let bytes = 0;
  for await (const part of daemon.client.blob(hash)) {
    digest.update(part);
    bytes += part.length;
  }
  return { hash: digest.digest("hex"), bytes };
}

/** Something of the database as it is on disk. */
function count(daemon: DaemonProcess, sql: string): number {
  const db = new DatabaseSync(daemon.paths.database, { readOnly: true, timeout: 10_000 });
  try {
    return Number(db.prepare(sql).get()?.n);
  } finally {
    db.close();
  }
}

test("[A-14] a tool output of 100 MB in one line is a small event, and whole behind it", async () => {
  const { daemon, session, send } = await started();
  const id = await send("[[output: 100mb]] [[say: and on]]");
  expect((await turnEnd(daemon, session, id)).data.reason).toBe("completed");
  const [event, ...more] = await outputs(daemon, session);
  expect(more).toEqual([]);
  expect(JSON.stringify(event).length).toBeLessThan(8_000);
  const expected = { hash: hashOfOutput(100 * MEGABYTE), bytes: 100 * MEGABYTE };
  expect(blobsIn(event?.data)).toMatchObject([{ at: "/output", ...expected }]);
  expect(await hashOfBlob(daemon, expected.hash)).toEqual(expected);
});

test("a daemon that is killed while a long text is written takes it again, and there is one of it", async () => {
  const { daemon, session, send } = await started();
  const id = await send("[[output: 60mb]] [[say: and on]]");
  const parts = "SELECT count(*) AS n FROM blob_parts";
  for (const atParts of [1, 100, 200]) {
    await until("parts of it to be on disk", () => count(daemon, parts) >= atParts);
    await daemon.kill();
    await daemon.start();
  }
  expect((await turnEnd(daemon, session, id)).data.reason).toBe("completed");
  const [event, ...more] = await outputs(daemon, session);
  expect(more).toEqual([]);
  const expected = { hash: hashOfOutput(60 * MEGABYTE), bytes: 60 * MEGABYTE };
  expect(blobsIn(event?.data)).toMatchObject([expected]);
  expect(await hashOfBlob(daemon, expected.hash)).toEqual(expected);
  const acts = (await daemon.events(session)).filter(({ type }) => type === "tool_call" || type === "agent_start");
  expect(acts.map(({ type }) => type)).toEqual(["agent_start", "tool_call"]);

  // What the killed ones left is garbage, and goes in its time.
  await daemon.client.drain({ agents: "stop" });
  await until("the daemon to be gone", () => daemon.kill().then(() => true));
  const log = openSqliteLog({ path: daemon.paths.database });
  expect(log.verify(session)).toBeNull();
  expect(count(daemon, "SELECT count(*) AS n FROM blobs WHERE hash IS NULL")).toBeGreaterThan(0);
  for (const hours of [0, 1, 2]) await log.collectGarbage(hours * 3_600_000);
  expect(count(daemon, "SELECT count(*) AS n FROM blobs")).toBe(1);
  expect(count(daemon, `SELECT sum(length(bytes)) AS n FROM blob_parts`)).toBe(expected.bytes);
  await log.close();
});
