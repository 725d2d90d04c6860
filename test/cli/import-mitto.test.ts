// Mitto's sessions, imported from its directory: everything that is whole, once, and read back.
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { ImportLines, sessionIdFor, type Taken } from "../../src/foreign/index.ts";
import { mitto } from "../../src/foreign/mitto/system.ts";
import {
  contentOf,
  everything,
  idOf,
  type MittoRecord,
  metadataOf,
  prompt,
  record,
  said,
  timeOf,
  writeMitto,
} from "../kit/mitto-store.ts";
import { tempDir } from "../kit/temp-dir.ts";
import { cliDaemon } from "./cli-daemon.ts";

const ONE = idOf(1);
const HERE = sessionIdFor("mitto", ONE);
const eventsOf = (store: string, id = ONE): string => join(store, "sessions", id, "events.jsonl");

async function scene(sessions = [{ id: ONE, records: everything() }] as Parameters<typeof writeMitto>[1]) {
  const { daemon, run } = await cliDaemon();
  const store = writeMitto(tempDir(), sessions);
  const importAll = (...flags: string[]) => run(["import", "--from", "mitto", store, "-y", ...flags]);
  const stored = (id = HERE) =>
    daemon.log.read({ session: id, after: 0, limit: 5000 }).events.map(({ line }) => JSON.parse(line));
  return { daemon, run, store, importAll, stored };
}

test("a session comes with its title, directory, times and everything that was recorded, and the log has what was counted", async () => {
  const { daemon, run, importAll, stored } = await scene();
  const told = await importAll();
  expect(told).toMatchObject({ code: 0, err: "" });
  expect(told.out).toContain(`imported Session 01 (${HERE.slice(0, 8)}): `);
  expect(told.out).toContain("2 prompts, 2 answers, 1 tool call, 2 questions");
  expect(told.out).toMatch(
    /1 session imported and read back: \d+ events; 2 prompts, 2 answers, 1 tool call, 2 questions\n$/,
  );
  const detail = await daemon.client.session(HERE);
  expect(detail.session).toMatchObject({
    ...{
      name: "Session 01",
      title: "Session 01",
      agent: "Claude-Code",
      status: "stopped",
      turns: 2,
      createdAt: timeOf(0),
    },
    ...{ external: { system: "mitto", id: ONE }, activityAt: timeOf(16), lastActiveAt: timeOf(15) },
    workspace: { path: "/work/app" },
  });
  expect(detail.state.lifecycle.external).toMatchObject({ conversation: `acp-${ONE}`, agent: "Claude Code" });
  expect(detail.state.lifecycle.ended?.reason).toBe("imported");
  const events = stored();
  const texts = events.filter(({ type }) => type === "agent_message").map(({ data }) => data.text);
  expect(texts).toEqual(["I will **look**.", "\n\n- one\n- two", "Done & dusted"]);
  expect(events.filter(({ type }) => type === "turn_end").map(({ data }) => data.reason)).toEqual([
    "completed",
    "failed",
  ]);
  expect(events.at(-3)?.data.text).toBe(
    `imported from mitto, where it is session ${ONE}; not imported: the agent's conversation, as it took place in mitto`,
  );
  expect(daemon.log.verify(HERE)).toBeNull();
  const markdown = (await run(["export", HERE.slice(0, 8), "--md"])).out;
  expect(markdown).toContain("I will **look**.\n\n- one\n- two");
  expect((await run(["find", HERE.slice(0, 8), "dusted"])).out).toContain("message  Done & dusted");
  expect((await daemon.client.inbox()).items).toEqual([]);
  expect(daemon.keeper.runs).toEqual([]);
});

test("what has no place in Skein is kept beside it: unknown types, unknown fields, images, and what metadata says besides", async () => {
  const records = [
    prompt(1, "hi"),
    record(2, "from_the_future", { a: 1 }),
    record(2, "tool_call", { tool_call_id: "c1", title: "ls", status: "dreaming" }),
    record(3, "agent_message", { html: "<p>yes</p>", tone: "calm" }, { origin: "elsewhere" }),
    record(4, "user_prompt", { message: "look", images: [{ id: "i1", mime_type: "image/png" }] }),
    { seq: 5, timestamp: timeOf(5), data: "odd" },
  ];
  const metadata = metadataOf(ONE, {
    runner_type: "docker",
    description: "why",
    parent_session_id: idOf(7),
    child_origin: "mcp",
  });
  const { daemon, importAll, stored } = await scene([{ id: ONE, records, metadata }]);
  expect((await importAll()).code).toBe(0);
  const notices = stored()
    .filter(({ type, data }) => type === "notice" && data.kind === "mitto")
    .map(({ data }) => [data.text, data.raw]);
  expect(notices).toEqual([
    [
      `recorded by Mitto; status completed; description: why; started by session ${idOf(7)} (mcp)`,
      '{"runner_type":"docker"}',
    ],
    ["not shown: a record of Mitto that has the type from_the_future", '{"a":1}'],
    ["this tool call in Mitto has a field that is not shown: status", '{"status":"dreaming"}'],
    ["this answer in Mitto has a field that is not shown: tone", '{"tone":"calm"}'],
    ["this answer in Mitto has a field that is not shown: origin", '{"origin":"elsewhere"}'],
    ["not imported with this prompt: i1", '{"id":"i1","mime_type":"image/png"}'],
    ["not shown: a record of Mitto that has no type", '{"":"odd"}'],
  ]);
  expect((await daemon.client.session(HERE)).state.lifecycle.external).toMatchObject({ parent: idOf(7) });
});

test("what is whole in a damaged file is imported, and the rest is named with its line", async () => {
  const torn = JSON.stringify(said(9, "<p>lost</p>")).slice(0, 40);
  const records = [
    prompt(1, "line\u2028separator"),
    `${"\0".repeat(50)}${JSON.stringify(said(2, "<p>a</p>"))}\n`,
    "not json\n",
    `${JSON.stringify(prompt(4, "two"))}${JSON.stringify(said(5, "<p>b</p>"))}\n`,
    said(5, "<p>b</p>"),
    `${torn}${JSON.stringify(prompt(7, "after half a line"))}\n`,
    `{"seq":8,"type":"agent_message","data":{"html":"\xff`,
    "\n",
    prompt(700, "a hole in the numbers"),
    prompt(3, "numbers that begin again"),
    torn,
  ];
  const { importAll, stored } = await scene([{ id: ONE, records }]);
  const told = await importAll();
  expect(told).toMatchObject({ code: 0, err: "" });
  expect(told.out.split("\n").filter((line) => line.startsWith("left out"))).toEqual(
    [
      "line 2: a hole of 50 NUL bytes",
      "line 3: it is not JSON",
      "line 5: it is there twice",
      "line 6: a part of it is not JSON",
      "line 7: it is not JSON",
      "line 10: it is not complete: the file ends in it",
    ].map((what) => `left out of ${ONE}: events.jsonl ${what}`),
  );
  expect(told.out).toContain("5 prompts, 2 answers, 0 tool calls, 0 questions; 6 left out");
  const prompts = stored().filter(({ type }) => type === "user_prompt");
  expect(prompts.map(({ data }) => data.text)).toEqual([
    "line\u2028separator",
    ...["two", "after half a line", "a hole in the numbers", "numbers that begin again"],
  ]);
});

test("times that nobody should believe are those of the session or of the record before", async () => {
  const records = [
    record(1, "user_prompt", { message: "a" }, { timestamp: "0001-01-01T00:00:00Z" }),
    said(2, "<p>b</p>"),
    record(3, "user_prompt", { message: "c" }, { timestamp: "2999-01-01T00:00:00Z" }),
    record(4, "agent_message", { html: "d" }, { timestamp: "yesterday" }),
  ];
  const { importAll, stored } = await scene([{ id: ONE, records }]);
  await importAll();
  const at = stored().filter(({ type }) => type === "user_prompt" || type === "agent_message");
  expect(at.map((event) => event.at)).toEqual([timeOf(0), timeOf(2), timeOf(2), timeOf(2)]);
});

test("a turn ends with the last that was heard of it, not with the next prompt", async () => {
  const { importAll, stored } = await scene([
    { id: ONE, records: [prompt(1, "a"), record(2, "error", { message: "rate limited" }), prompt(31, "b")] },
  ]);
  await importAll();
  const [ended] = stored().filter(({ type }) => type === "turn_end");
  expect(ended).toMatchObject({ at: timeOf(2), data: { reason: "failed", error: "rate limited", durationMs: 1000 } });
});

test("queued prompts are shown and never sent; an archived session stays archived", async () => {
  const queue = { messages: [{ id: "q-1", message: "do it", queued_at: timeOf(5), title: "Do" }] };
  const metadata = metadataOf(ONE, { archived: true, archived_at: timeOf(9), archived_reason: "manual" });
  const { daemon, importAll, stored } = await scene([{ id: ONE, records: [prompt(1, "a")], queue, metadata }]);
  expect((await importAll()).out).toContain("1 queued prompt not sent; archived, as it was there");
  expect((await daemon.client.session(HERE)).session).toMatchObject({ shelf: "archived", queued: 0 });
  expect(stored().filter(({ type }) => type === "prompt_withdrawn")).toMatchObject([
    { data: { promptId: "mitto-q-1" } },
  ]);
  expect((await importAll()).out).toContain(
    "1 session imported before, with nothing new\nThere is nothing to import.\n",
  );
});

test("the agent's conversation is not resumed, and none begins in its place", async () => {
  const metadata = metadataOf(ONE, { acp_server: "scripted" });
  const { daemon, importAll, run, stored } = await scene([
    { id: ONE, records: [prompt(1, "a"), said(2, "b")], metadata },
  ]);
  await importAll();
  const before = stored().length;
  expect(await run(["send", HERE.slice(0, 8), "go on"])).toMatchObject({
    code: 1,
    err: `error: the agent can't resume this conversation (it took place in mitto), so the session is only for reading\nfix: start a new session: skein new "…"\n`,
  });
  expect(daemon.keeper.runs).toEqual([]);
  expect(stored()).toHaveLength(before);
});

test.for<[what: string, records: MittoRecord[]]>([
  ["whose agent is not known here", [prompt(1, "a"), said(2, "b")]],
  ["whose agent never answered", [prompt(1, "a")]],
])("a prompt to a session %s is refused, and what it gets in Mitto is imported all the same", async ([_, records]) => {
  const { daemon, store, importAll, run } = await scene([{ id: ONE, records }]);
  await importAll();
  expect((await run(["send", HERE.slice(0, 8), "go on"])).err).toContain("so the session is only for reading");
  expect((await daemon.client.session(HERE)).session.status).toBe("stopped");
  expect((await daemon.client.inbox()).items).toEqual([]);
  appendFileSync(eventsOf(store), contentOf([prompt(3, "there")]));
  expect((await importAll()).out).toContain("1 prompt, 0 answers");
});

test("what is only for reading is not shown with an environment, or with how to restart it", async () => {
  const { importAll, run } = await scene();
  await importAll();
  const { out } = await run(["show", HERE.slice(0, 8)], { env: { ANTHROPIC_API_KEY: "k" } });
  expect(out).toContain("only for reading: it took place in mitto");
  expect(out).not.toMatch(/environment|restart/);
});

test("a second import takes only what is new", async () => {
  const { daemon, store, importAll, stored } = await scene();
  await importAll();
  const before = stored();
  await daemon.client.rename(HERE, "mine");
  await daemon.client.setMode(HERE, "plan").catch(() => {});
  const grown = [said(18, "<p>more</p>"), said(19, "<p>and more</p>"), prompt(20, "third"), said(21, "<p>last</p>")];
  appendFileSync(eventsOf(store), contentOf(grown));
  const commit = daemon.log.lastCommit();
  const told = await importAll();
  expect(told).toMatchObject({ code: 0, err: "" });
  expect(told.out).toMatch(/imported mine \(.{8}\): \d+ more events; 1 prompt, 2 answers, 0 tool calls, 0 questions\n/);
  expect(daemon.log.lastCommit()).toBeGreaterThan(commit);
  const after = stored();
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after.filter(({ type }) => type === "user_prompt")).toHaveLength(3);
  const { session, state } = await daemon.client.session(HERE);
  expect(session).toMatchObject({ name: "mine", status: "stopped", turns: 4, activityAt: timeOf(21) });
  expect(state.lifecycle.failure).toBeNull();
  expect((await daemon.client.inbox()).items).toEqual([]);
  expect(daemon.log.verify(HERE)).toBeNull();
  expect((await importAll()).out).toContain("nothing new");
  expect(stored()).toHaveLength(after.length);
});

test("what was removed or renumbered at the beginning there stays here, and what is new is found all the same", async () => {
  const { store, importAll, stored } = await scene();
  await importAll();
  const kept = everything()
    .slice(10)
    .map((one, index) => ({ ...one, seq: index + 1 }));
  writeFileSync(eventsOf(store), contentOf([...kept, prompt(30, "third")]));
  expect((await importAll()).out).toContain("1 prompt, 0 answers");
  const prompts = stored().filter(({ type }) => type === "user_prompt");
  expect(prompts.map(({ data }) => data.text)).toEqual(["fix the bug", "and now?", "third"]);
  writeFileSync(eventsOf(store), contentOf([prompt(31, "fourth")]));
  expect((await importAll()).out).toContain("what was imported last is not in Mitto any more");
});

test("where several records are like the last imported one and none is at its place, nothing tells what is new", async () => {
  const again = (seq: number): ReturnType<typeof prompt> => ({ ...prompt(seq, "continue"), timestamp: timeOf(1) });
  const first = ["A", "B", "C", "D"].map((text, index) => prompt(index + 1, text));
  const { store, importAll, stored } = await scene([{ id: ONE, records: [...first, again(5)] }]);
  await importAll();
  const before = stored().length;
  writeFileSync(eventsOf(store), contentOf([...first.slice(2), again(3), prompt(4, "E"), prompt(5, "F"), again(7)]));
  expect((await importAll()).out).toContain("what was imported last is not in Mitto any more");
  expect(stored()).toHaveLength(before);
});

test("a last line that was not complete is taken when it is", async () => {
  const line = JSON.stringify(said(2, "<p>whole</p>"));
  const { store, importAll, stored } = await scene([{ id: ONE, records: [prompt(1, "a"), line.slice(0, 30)] }]);
  await importAll();
  appendFileSync(eventsOf(store), `${line.slice(30)}\n`);
  expect((await importAll()).out).toContain("0 prompts, 1 answer,");
  expect(stored().filter(({ type }) => type === "agent_message")).toMatchObject([{ data: { text: "whole" } }]);
});

test("a session in the trash is left as it is", async () => {
  const { daemon, store, importAll } = await scene();
  await importAll();
  await daemon.client.trash(HERE);
  appendFileSync(eventsOf(store), contentOf([prompt(18, "there")]));
  expect((await importAll()).out).toContain("left out: Session 01: it is in the trash here");
});

test("a long growth comes in parts, and everything in it once", async () => {
  const { daemon, store, importAll, stored } = await scene();
  await importAll();
  const grown = Array.from({ length: 4000 }, (_, index) =>
    index % 1500 === 0 ? prompt(100 + index, `p${index}`) : record(100 + index, "agent_thought", { text: `${index}` }),
  );
  appendFileSync(eventsOf(store), contentOf(grown));
  expect(await importAll()).toMatchObject({ code: 0, err: "" });
  const thoughts = [];
  for (let after = 0; ; ) {
    const { events } = daemon.log.read({ session: HERE, after, limit: 1000 });
    if (events.length === 0) break;
    thoughts.push(
      ...events.filter(({ type }) => type === "agent_thought").map(({ line }) => JSON.parse(line).data.text),
    );
    after += events.length;
  }
  expect(thoughts.slice(1)).toEqual(grown.flatMap((_, index) => (index % 1500 === 0 ? [] : [`${index}`])));
  expect(stored().length).toBeGreaterThan(4000);
});

test("an import that stopped between two parts goes on where it stopped", async () => {
  const { daemon, store, importAll } = await scene();
  await importAll();
  const grown = Array.from({ length: 1500 }, (_, index) => prompt(100 + index, `p${index}`));
  appendFileSync(eventsOf(store), contentOf(grown));
  const { session: row, state } = await daemon.client.session(HERE);
  const position = state.lifecycle.external?.taken as Taken["position"];
  const [session] = (await mitto.open(store, Date.now())).sessions;
  const survey = await session?.survey({ position, turns: row.turns, title: row.title });
  const lines: string[] = [];
  const part = new ImportLines({ session: HERE, after: row.head });
  for await (const event of survey?.events() ?? []) {
    lines.push(...part.of(event));
    if (event.type === "external_id") break;
  }
  const content = Readable.from([Buffer.from(`${lines.join("\n")}\n`)]);
  await daemon.client.importSession(content, { more: { session: HERE, after: row.head } });
  expect(await importAll()).toMatchObject({ code: 0, err: "" });
  const prompts: string[] = [];
  for await (const { event } of daemon.client.log(HERE, { after: row.head }))
    if (event.type === "user_prompt") prompts.push((event.data as { text: string }).text);
  expect(prompts).toEqual(grown.map((_, index) => `p${index}`));
});

test("a long text is whole", async () => {
  const text = "long ".repeat(100_000);
  const { daemon, importAll } = await scene([{ id: ONE, records: [prompt(1, text)] }]);
  expect((await importAll()).code).toBe(0);
  const [event] = daemon.log
    .read({ session: HERE, after: 0, limit: 99 })
    .events.filter(({ type }) => type === "user_prompt");
  const [{ hash, bytes }] = JSON.parse(event?.line ?? "").data.blobs;
  expect(bytes).toBe(text.length);
  expect(daemon.log.blob(hash)).not.toBeNull();
});

test("without its metadata a session has what its first record says; without a directory it is left out, and the others are not", async () => {
  const start = record(1, "session_start", { acp_server: "auggie", working_dir: "/work/b" });
  const { daemon, importAll } = await scene([
    { id: idOf(1), metadata: null, records: [start, prompt(2, "a")] },
    { id: idOf(2), metadata: "{", records: [prompt(1, "b")] },
    { id: idOf(3), records: [prompt(1, "c")] },
  ]);
  const told = await importAll();
  expect(told).toMatchObject({ code: 0, err: "" });
  expect(told.out).toContain("2 sessions imported and read back");
  expect(told.out).toContain(`left out: ${idOf(2)}: nothing tells in which directory its agent worked\n`);
  expect((await daemon.client.session(HERE)).session).toMatchObject({
    agent: "auggie",
    workspace: { path: "/work/b" },
  });
});

test("--dry-run lists what would be imported, and nothing asks; without -y nothing happens unasked", async () => {
  const { daemon, run, store, importAll } = await scene([
    { id: idOf(1), records: everything() },
    { id: idOf(2), records: [prompt(1, "a")] },
  ]);
  const dry = await run(["import", "--from", "mitto", store, "--dry-run"]);
  expect(dry).toMatchObject({ code: 0, err: "" });
  expect(dry.out).toMatch(/^ID +TITLE +WHERE +PROMPTS +RECORDS/);
  expect(dry.out).toContain("2 sessions with 3 prompts; nothing was imported\n");
  const unasked = await run(["import", "--from", "mitto", store]);
  expect([unasked.code === 0, unasked.err]).toEqual([
    false,
    expect.stringContaining("needs confirmation: import these 2?"),
  ]);
  expect(daemon.log.sessionIds({ shelves: ["listed", "archived", "trash"] })).toEqual([]);
  const told = JSON.parse((await importAll("--json")).out);
  expect(told).toMatchObject({ v: 1, from: "mitto", directory: store, dryRun: false });
  expect(told.sessions.map(({ imported }: { imported: { prompts: number } }) => imported.prompts)).toEqual([2, 1]);
});

test("a long directory is cut at its beginning where the table would be too wide", async () => {
  const directory = `/${"long/".repeat(200)}end`;
  const metadata = metadataOf(ONE, { working_dir: directory });
  const { run, store } = await scene([{ id: ONE, records: [prompt(1, "a")], metadata }]);
  const { out } = await run(["import", "--from", "mitto", store, "--dry-run"]);
  const [header = "", row = ""] = out.split("\n");
  expect([header.length <= 160, row.length <= 160]).toEqual([true, true]);
  expect(row).toContain("long/long/end  ");
});

test("the directory is found without being named; what is not there, or no program that Skein knows, is said", async () => {
  const { run } = await cliDaemon();
  const data = tempDir();
  writeMitto(join(data, "mitto"), [{ id: ONE, records: [prompt(1, "a")] }]);
  const found = await run(["import", "--from", "mitto", "--dry-run"], { env: { XDG_DATA_HOME: data } });
  expect(found.out).toContain("1 session with 1 prompt; nothing was imported");
  expect((await run(["import", "--from", "mitto"], { env: { MITTO_DIR: "/nowhere" } })).err).toBe(
    "error: no sessions of Mitto: /nowhere\nfix: name its directory: skein import --from mitto <directory>\n",
  );
  expect((await run(["import", "--from", "emacs"])).err).toContain(`--from can't be "emacs"`);
});

test("nothing is changed in Mitto's directory", async () => {
  const { store, importAll } = await scene();
  const before = readFileSync(eventsOf(store));
  await importAll();
  expect(readFileSync(eventsOf(store))).toEqual(before);
});

test("two sessions of one title in a directory have different names, and what a tool printed is one text with its call", async () => {
  const call = { tool_call_id: "c1", title: "ls", status: "completed", raw_output: [{ type: "text", text: "a\nb" }] };
  const records = [prompt(1, "a"), record(2, "tool_call", call)];
  const { daemon, importAll, stored } = await scene([
    { id: idOf(1), records, metadata: metadataOf(idOf(1), { name: "Same" }) },
    { id: idOf(2), records, metadata: metadataOf(idOf(2), { name: "Same" }) },
    { id: idOf(3), records, metadata: metadataOf(idOf(3), { name: "long ".repeat(20) }) },
  ]);
  expect((await importAll()).code).toBe(0);
  const rows = await Promise.all([1, 2, 3].map((n) => daemon.client.session(sessionIdFor("mitto", idOf(n)))));
  expect(rows.map(({ session: { name, title } }) => [name, title])).toEqual([
    ["Same", "Same"],
    ["Same-2", "Same"],
    [null, "long ".repeat(16).trim()],
  ]);
  const tools = stored().filter(({ type }) => type.startsWith("tool_call"));
  expect(tools.map(({ data: { status, output } }) => [status, output])).toEqual([
    ["running", undefined],
    ["completed", "a\nb"],
  ]);
});
