// A session from a file: all of it as it was written, or nothing.
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ProblemError } from "../../src/client/index.ts";
import { createMemoryLog, type Log, openSqliteLog } from "../../src/log/index.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { temporaryPath } from "../log/temporary-log.ts";

const ID = "aaaaaaaa-0000-4000-8000-000000000001";
const at = "2025-05-04T10:00:00.000Z";
const by = { kind: "client" };

const line = (seq: number, type: string, data: unknown, session = ID): string =>
  JSON.stringify({ session, seq, at, type, by, data });

const workspace = { id: "w1", path: "/elsewhere" };
const start = line(1, "session_start", { agent: "scripted", workspace, name: "api", resumed: false });
/** Written by a version that is newer, in a way that JSON.stringify would not write. */
const foreign = `{"session":"${ID}","seq":2,"at":"${at}","type":"from_the_future","by":{"kind":"client","data":{"a":1}},"data":{"n":1.0,"e":1e3, "s":"\\u00e4\\/","data":[{"data":null}]}}`;

async function* content(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(lines.map((one) => `${one}\n`).join(""));
  // In pieces that end anywhere.
  for (let from = 0; from < bytes.length; from += 97) yield bytes.subarray(from, from + 97);
}

const linesOf = (daemon: TestDaemon, session: string): string[] =>
  daemon.log.read({ session, after: 0, limit: 999 }).events.map((event) => event.line);

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => ({ code: "none", message: "" }),
    (error) => (error instanceof ProblemError ? { code: error.code, message: error.message } : error),
  );

describe.for<[string, () => Log]>([
  ["memory", createMemoryLog],
  ["SQLite", () => openSqliteLog({ path: temporaryPath() })],
])("into a log in %s", ([, openLog]) => {
  test("every line is kept byte for byte, unknown types too, and the session rests", async () => {
    const daemon = await testDaemon(openLog());
    const queued = line(3, "prompt_queued", { promptId: "p1", text: "go on", position: 0 });
    const answer = await daemon.client.importSession(content([start, foreign, queued]));
    expect(answer).toMatchObject({ from: ID, events: 3, unknown: 1, blobs: 0, missingBlobs: 0 });
    expect(answer.session).toMatchObject({ id: ID, name: "api", agent: "scripted", status: "stopped" });
    expect(linesOf(daemon, ID).slice(0, 3)).toEqual([start, foreign, queued]);
    expect(daemon.types(ID).slice(3)).toEqual([
      "prompt_withdrawn",
      "imported",
      "notice",
      "session_end",
      "acknowledged",
    ]);
    expect([daemon.log.verify(ID), daemon.log.busySessions(), daemon.keeper.runs]).toEqual([null, [], []]);
    expect((await daemon.client.inbox()).items).toEqual([]);
  });

  test("what comes out of one log goes into another, and comes out the same", async () => {
    const daemon = await testDaemon(openLog());
    const { session, agent } = await daemon.working("ü".repeat(20_000));
    agent.say({ type: "turn_end", reason: "completed" });
    await daemon.ofType(session, "turn_end");
    await daemon.send(session, "two");
    const exported = linesOf(daemon, session);
    const other = await testDaemon(openLog());
    const { session: row, missingBlobs } = await other.client.importSession(content(exported));
    expect(linesOf(other, session).slice(0, exported.length)).toEqual(exported);
    // The agent that worked there is not taken for one that works here.
    expect([row?.status, other.keeper.runs.length, missingBlobs]).toEqual(["stopped", 0, 1]);
    await other.restart();
    expect(other.keeper.runs).toHaveLength(0);
    // It goes on when it is asked to, with its agent's own conversation.
    await other.send(session, "three");
    const again = await other.run();
    expect(again.heard.find(({ said }) => said === "open")).toMatchObject({ nativeId: "native-1", resumed: true });
  });

  test("an id that is taken is refused, and a new one taken when that is asked for", async () => {
    const daemon = await testDaemon(openLog());
    await daemon.client.importSession(content([start]));
    const { code, message } = await refusal(daemon.client.importSession(content([start])));
    expect([code, message]).toEqual(["session_exists", expect.stringMatching(/is (here already|in the trash)\.$/)]);
    const { session, from } = await daemon.client.importSession(content([start, foreign]), { asNew: true });
    expect([from, session?.name, session?.id === ID]).toEqual([ID, "api-2", false]);
    expect(linesOf(daemon, session?.id ?? "")[1]).toBe(foreign.replace(ID, session?.id ?? ""));
    expect(daemon.log.verify(session?.id ?? "")).toBeNull();
    await daemon.client.trash(ID);
    expect((await refusal(daemon.client.importSession(content([start])))).message).toMatch(/is in the trash\.$/);
  });

  test("what a fork inherits becomes its own", async () => {
    const daemon = await testDaemon(openLog());
    const { session, agent } = await daemon.working("one");
    agent.say({ type: "turn_end", reason: "completed" });
    await daemon.ofType(session, "turn_end");
    const { session: fork } = await daemon.client.fork(session, { name: "branch" });
    const exported = linesOf(daemon, fork.id);
    const other = await testDaemon(openLog());
    const { session: row } = await other.client.importSession(content(exported));
    const expected = exported.map((one) => one.replace(/^\{"session":"[^"]*/, `{"session":"${fork.id}`));
    expect(linesOf(other, fork.id).slice(0, exported.length)).toEqual(expected);
    expect(row).toMatchObject({ id: fork.id, name: "branch", turns: 1 });
    expect(row).not.toHaveProperty("fork");
    expect(other.log.verify(fork.id)).toBeNull();
  });

  test("long texts come along when they are in the file, and are said to be missing when not", async () => {
    const daemon = await testDaemon(openLog());
    const text = Buffer.from("long ".repeat(10));
    const hash = createHash("sha256").update(text).digest("hex");
    const blobs = [{ at: "/text", from: 0, to: 4, hash, bytes: text.length }];
    const referring = line(2, "agent_message", { messageId: "m1", text: "long", blobs });
    const part = (n: number, last: boolean, bytes: Uint8Array): string =>
      JSON.stringify({ blob: hash, part: n, last, base64: Buffer.from(bytes).toString("base64") });
    const dry = await daemon.client.importSession(content([start, referring]), { dry: true });
    expect(dry).toMatchObject({ session: null, events: 2, missingBlobs: 1 });
    const parts = [part(0, false, text.subarray(0, 6)), part(1, true, text.subarray(6))];
    const answer = await daemon.client.importSession(content([start, ...parts, referring]));
    expect(answer).toMatchObject({ events: 2, blobs: 1, missingBlobs: 0 });
    const read: Uint8Array[] = [];
    for await (const chunk of daemon.client.blob(hash)) read.push(chunk);
    expect(Buffer.concat(read)).toEqual(text);
    const wrong = [part(0, false, text), part(1, true, text)];
    expect((await refusal(daemon.client.importSession(content([start, ...wrong]), { asNew: true }))).message).toContain(
      "Line 3",
    );
  });

  test.for<[why: string, lines: string[], says: string]>([
    ["that is no JSON", [start, '{"session":'], "Line 2 can't be imported: it is not JSON"],
    ["with a hole", [start, line(3, "notice", {})], "Line 2 can't be imported: expected event 2, found event 3"],
    ["that begins late", [line(7, "notice", {})], "Line 1 can't be imported: expected event 1"],
    [
      "with spaces",
      [start.replace(",", ", ")],
      "Line 1 can't be imported: it is not in the form that skein export writes",
    ],
    ["with a field too many", [start.replace("{", '{"x":1,')], "Line 1"],
    [
      "of two sessions",
      [start, start.replace(/"session":"[^"]*","seq":1/, '"session":"b","seq":2'), line(3, "a", {})],
      "Line 3 can't be imported: it belongs to session",
    ],
    ["without a beginning", [line(1, "notice", {})], "Line 1 can't be imported: no session begins with it"],
    ["that is empty", [], "No session begins in it"],
    ["with a type of two lines", [start, line(2, "a\nb", {})], "its type and time must each be one line"],
    ["with half a text", [start, `{"blob":"${"0".repeat(64)}","part":0,"last":false,"base64":""}`], "is incomplete"],
  ])("a file %s is refused, and nothing of it is left", async ([, lines, says]) => {
    const daemon = await testDaemon(openLog());
    const before = daemon.log.lastCommit();
    const { code, message } = await refusal(daemon.client.importSession(content(lines)));
    expect([code, message]).toEqual(["invalid_import", expect.stringContaining(says)]);
    expect(daemon.log.sessionIds({ shelves: ["listed", "archived", "trash"] })).toEqual([]);
    expect(daemon.log.readCommits({ after: before, limit: 9 }).events).toEqual([]);
    expect((await refusal(daemon.client.importSession(content([start])))).code).toBe("none");
  });

  test("who sends on after a line that is refused is told of that line", async () => {
    const daemon = await testDaemon(openLog());
    const long = line(2, "notice", { text: "x".repeat(100_000) });
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("no event\n");
      for (let n = 0; n < 300; n++) yield Buffer.from(`${long}\n`);
    }
    const { code, message } = await refusal(daemon.client.importSession(endless()));
    expect([code, message]).toEqual(["invalid_import", expect.stringContaining("Line 1 ")]);
  });
});
