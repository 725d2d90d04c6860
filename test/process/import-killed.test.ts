// A daemon that is killed while it takes a session in, or removes one: nobody ever sees half of it, and the next daemon makes up for it.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { DaemonProcess } from "../kit/daemon-process.ts";
import { until } from "../kit/until.ts";

const ID = "aaaaaaaa-0000-4000-8000-000000000001";
const EVENTS = 30_000;

async function* content(): AsyncGenerator<Uint8Array> {
  const head = { session: ID, at: "2025-05-04T10:00:00.000Z", by: { kind: "client" } };
  const { session, at, by } = head;
  const workspace = { id: "w1", path: "/elsewhere" };
  const start = { agent: "demo", workspace, name: "big", resumed: false };
  let lines = `${JSON.stringify({ session, seq: 1, at, type: "session_start", by, data: start })}\n`;
  for (let seq = 2; seq <= EVENTS; seq++) {
    const data = { messageId: "m1", text: `piece ${seq} ${"x".repeat(200)}` };
    lines += `${JSON.stringify({ session, seq, at, type: "agent_message", by, data })}\n`;
    if (lines.length < 60_000) continue;
    yield Buffer.from(lines);
    lines = "";
  }
  yield Buffer.from(lines);
}

/** Events in the file, of whatever session. */
function countEvents(path: string): number {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 10_000 });
  try {
    return Number(db.prepare("SELECT count(*) AS n FROM events").get()?.n);
  } finally {
    db.close();
  }
}

test("a session is there when all of it is, and gone when it is to go, whenever the daemon is killed", async () => {
  const daemon = new DaemonProcess();
  await daemon.start();
  const { client, paths } = daemon;
  const broken = client.importSession(content()).then(
    () => "imported",
    () => "broken off",
  );
  await until("a part of it to be written", () => countEvents(paths.database) > 2000);
  await daemon.kill();
  expect(await broken).toBe("broken off");
  await daemon.start();
  expect(await client.sessions({ shelf: "all" })).toEqual([]);
  await until("nothing of it to be left", () => countEvents(paths.database) === 0);
  const arriving = join(paths.home, "arriving");
  expect(existsSync(arriving) ? readdirSync(arriving) : []).toEqual([]);

  const { session, events } = await client.importSession(content());
  expect([session?.id, session?.name, events]).toEqual([ID, "big", EVENTS]);
  expect(await client.verify(ID)).toMatchObject({ broken: null });

  await client.trash(ID);
  const whole = countEvents(paths.database);
  const emptied = client.emptyTrash().catch(() => null);
  await until("a part of it to be gone", () => countEvents(paths.database) < whole);
  await daemon.kill();
  await emptied;
  await daemon.start();
  expect([await client.sessions({ shelf: "all" }), (await client.trashed()).items]).toEqual([[], []]);
  await until("all of it to be gone", () => countEvents(paths.database) === 0);
});
