// What a session of Mitto's got since it was imported, however much that is: it comes in parts that the daemon takes.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sessionIdFor } from "../../src/foreign/index.ts";
import { contentOf, idOf, type MittoRecord, prompt, record, said, writeMitto } from "../kit/mitto-store.ts";
import { tempDir } from "../kit/temp-dir.ts";
import { cliDaemon } from "./cli-daemon.ts";

const ONE = idOf(1);
const HERE = sessionIdFor("mitto", ONE);

interface Stored {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A session that is imported, and gets more. */
async function grown(more: readonly (MittoRecord | string)[], first: readonly (MittoRecord | string)[] = []) {
  const { daemon, run } = await cliDaemon();
  const store = writeMitto(tempDir(), [{ id: ONE, records: [prompt(1, "hello"), said(2, "<p>hi</p>"), ...first] }]);
  const importAll = () => run(["import", "--from", "mitto", store, "-y"]);
  expect((await importAll()).code).toBe(0);
  const folder = join(store, "sessions", ONE);
  const { head } = (await daemon.client.session(HERE)).session;
  const stored = async (after = head): Promise<Stored[]> => {
    const events: Stored[] = [];
    for await (const { event } of daemon.client.log(HERE, { after })) {
      events.push(event as unknown as Stored);
      if (event.seq === daemon.log.summary(HERE)?.head) break;
    }
    return events;
  };
  appendFileSync(join(folder, "events.jsonl"), contentOf(more));
  return { daemon, folder, importAll, stored, told: await importAll() };
}

const numbered = (count: number, make: (seq: number, index: number) => MittoRecord): MittoRecord[] =>
  Array.from({ length: count }, (_, index) => make(100 + index, index));

test("a message of six thousand pieces is one answer", async () => {
  const pieces = numbered(6000, (seq, index) => said(seq, `<p>piece ${index}</p>`));
  const { told, stored, importAll } = await grown([prompt(3, "go"), ...pieces]);
  expect(told).toMatchObject({ code: 0, err: "" });
  expect(told.out).toContain("1 prompt, 1 answer,");
  const messages = (await stored()).filter(({ type }) => type === "agent_message");
  const texts = messages.map(({ data }) => String(data.text).trim());
  expect(texts).toEqual(pieces.map((_, index) => `piece ${index}`));
  expect(new Set(messages.map(({ data }) => data.messageId)).size).toBe(1);
  expect((await importAll()).out).toContain("nothing new");
});

test.for<[what: string, pieces: MittoRecord[]]>([
  ["messages", numbered(900, (seq, index) => said(seq, `<p>${"word ".repeat(5000)}${index}</p>`))],
  ["thoughts", numbered(1200, (seq, index) => record(seq, "agent_thought", { text: "word ".repeat(4000) + index }))],
])("long %s in a row are taken", async ([_, pieces]) => {
  const { told, stored } = await grown([prompt(3, "go"), ...pieces]);
  expect(told).toMatchObject({ code: 0, err: "" });
  const taken = (await stored()).filter(({ type }) => type === "agent_message" || type === "agent_thought");
  expect(taken).toHaveLength(pieces.length);
});

test("damage of thousands of lines between two records is one notice, and what follows is taken", async () => {
  const { told, stored } = await grown([prompt(3, "go"), "x\n".repeat(6000), prompt(4, "on")]);
  expect(told).toMatchObject({ code: 0, err: "" });
  const notices = (await stored()).filter(({ type, data }) => type === "notice" && data.kind === "mitto");
  expect(notices.map(({ data }) => data.text)).toEqual([
    "lines 4 to 6003 of Mitto's file could not be imported: it is not JSON",
  ]);
  expect(told.out).toContain("left out of 20250504-100000-00000001: events.jsonl lines 4 to 6003: it is not JSON\n");
});

test("damage of every kind in turn comes in parts, too", async () => {
  const { told, stored } = await grown([prompt(3, "go"), 'x\n{"seq":}{"seq":1}\n'.repeat(3500), prompt(4, "on")]);
  expect(told).toMatchObject({ code: 0, err: "" });
  expect((await stored()).filter(({ type }) => type === "notice").length).toBeGreaterThan(5000);
});

test("a prompt with thousands of files names the first ones", async () => {
  const images = Array.from({ length: 6000 }, (_, index) => ({ id: `i${index}` }));
  const { told, stored } = await grown([record(3, "user_prompt", { message: "look", images })]);
  expect(told).toMatchObject({ code: 0, err: "" });
  const notices = (await stored()).filter(({ type }) => type === "notice").map(({ data }) => data.text);
  expect(notices.slice(-3, -1)).toEqual([
    "not imported with this prompt: i99",
    "not imported with this prompt: 5900 more of them",
  ]);
});

test("damage behind what was taken last is named once, when it is there", async () => {
  const { folder, importAll, stored } = await grown(["y\n", prompt(3, "go"), "z\n"], ["x\n"]);
  appendFileSync(join(folder, "events.jsonl"), contentOf([prompt(4, "on")]));
  await importAll();
  const notices = (await stored(0)).filter(({ type, data }) => type === "notice" && data.raw !== undefined);
  expect(notices.map(({ data }) => data.text)).toEqual([
    "line 3 of Mitto's file could not be imported: it is not JSON",
    "lines 3 to 4 of Mitto's file could not be imported: it is not JSON",
    "line 6 of Mitto's file could not be imported: it is not JSON",
  ]);
});
