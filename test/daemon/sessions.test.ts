import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workspaceId } from "../../src/workspace/index.ts";
import { rawRequest, rawStream } from "../kit/raw-request.ts";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

test("[R-28] attach opens the workspace's active session, from any of its directories, and makes one when there is none", async () => {
  const daemon = await testDaemon();
  mkdirSync(join(daemon.workspace, ".git"));
  mkdirSync(join(daemon.workspace, "src"));
  const first = await daemon.client.attach({ cwd: daemon.workspace });
  expect(first).toMatchObject({
    created: true,
    workspace: { id: workspaceId(daemon.workspace), path: daemon.workspace },
    session: { status: "idle", active: true },
  });
  const again = await daemon.client.attach({ cwd: join(daemon.workspace, "src") });
  expect(again).toMatchObject({ created: false, session: { id: first.session.id } });
  const other = await daemon.newSession("other");
  expect((await daemon.client.attach({ cwd: daemon.workspace })).session.id).toBe(other);
  await daemon.client.select(first.session.id);
  expect((await daemon.client.attach({ cwd: daemon.workspace })).session.id).toBe(first.session.id);
});

test("[T-08] [T-18] a directory opens its active session, else its latest that is not archived, else a new one; what others do elsewhere is no matter", async () => {
  const daemon = await testDaemon();
  const { client, clock } = daemon;
  const [here, elsewhere] = ["here", "elsewhere"].map((name) => join(daemon.workspace, name)) as [string, string];
  for (const place of [here, elsewhere]) mkdirSync(place);
  const sessions: string[] = [];
  for (const name of ["oldest", "older", "chosen"]) {
    sessions.push((await client.create({ cwd: here, name })).session.id);
    clock.advance(1000);
  }
  const [oldest = "", older = "", chosen = ""] = sessions;
  await client.create({ cwd: elsewhere });
  const open = async (): Promise<string> => (await client.attach({ cwd: here })).session.id;

  await client.select(oldest);
  expect(await open()).toBe(oldest);
  await client.archive(oldest, true);
  expect(await open()).toBe(chosen);
  await client.archive(chosen, true);
  expect(await open()).toBe(older);
  await client.archive(older, true);
  const { created, session } = await client.attach({ cwd: here });
  expect([created, session.workspace.path, session.turns]).toEqual([true, here, 0]);
});

test("[T-17] ids are UUIDs, sessions come by activity and newest first, events by their number", async () => {
  const daemon = await testDaemon();
  const first = await daemon.newSession("first");
  daemon.clock.advance(1000);
  const second = await daemon.newSession("second");
  const listed = async (): Promise<string[]> => (await daemon.client.sessions()).map(({ id }) => id);
  expect(await listed()).toEqual([second, first]);
  daemon.clock.advance(1000);
  await daemon.send(first, "go");
  expect(await listed()).toEqual([first, second]);
  for (const id of [first, second])
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const { events } = await daemon.client.events(first, {});
  expect(events.length).toBeGreaterThan(2);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
});

test("[A-01] a session's JSON says what it is, where, by which agent, in what state and where it came from; its id never changes", async () => {
  const daemon = await testDaemon();
  const { client } = daemon;
  const { session: id, agent } = await daemon.working("fix the tests");
  agent.say({ type: "turn_end", reason: "completed", mark: "mark-1" });
  await daemon.ofType(id, "turn_end");
  daemon.clock.advance(1000);
  await client.rename(id, "api");
  expect((await client.session(id)).session).toMatchObject({
    id,
    name: "api",
    title: "fix the tests",
    workspace: { id: workspaceId(daemon.workspace), path: daemon.workspace },
    agent: "scripted",
    status: "waiting",
    nativeId: "native-1",
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: expect.stringMatching(/^2026-01-01T00:00:01/),
  });
  const { session: fork } = await client.fork(id);
  expect(fork).toMatchObject({ fork: { session: id } });
  expect(fork.id).not.toBe(id);
  await client.archive(id, true);
  await daemon.restart();
  expect((await client.session(id)).session).toMatchObject({ id, name: "api", nativeId: "native-1" });
  expect((await client.sessions({ shelf: "archived" })).map((row) => row.id)).toEqual([id]);
});

test("[A-01] [R-06] it also says which program works in it, where that keeps its own record, and since when the conversation has its name", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.ofType(session, "turn_end");
  const record = {
    program: "scripted",
    nativeId: "native-1",
    nativeIdAt: "2026-01-01T00:00:00.000Z",
    nativeFile: join(daemon.paths.agents, "scripted", "*", "native-1.jsonl"),
  };
  const { binding } = (await daemon.client.session(session)).state;
  expect(binding).toMatchObject(record);

  await daemon.client.stop(session);
  await daemon.ofType(session, "agent_exit");
  daemon.clock.advance(60_000);
  await daemon.send(session, "once more");
  (await daemon.run(2)).say({ type: "bound", nativeId: "native-1", provenance: "assigned" });
  await until("the second prompt", async () => (await daemon.run(2)).prompts.length === 1);
  expect((await daemon.client.session(session)).state.binding).toMatchObject(record);
});

test("[C-23] two attaches at the same moment make one session: all requests go through one set of sessions, one after the other", async () => {
  const daemon = await testDaemon();
  const opened = await Promise.all([1, 2, 3, 4].map(() => daemon.client.attach({ cwd: daemon.workspace })));
  expect(new Set(opened.map(({ session }) => session.id)).size).toBe(1);
  expect(opened.filter(({ created }) => created)).toHaveLength(1);
});

test("[R-03] a workspace record keeps when it was made, attached, and which session is active", async () => {
  const daemon = await testDaemon();
  const { session, workspace } = await daemon.client.attach({ cwd: daemon.workspace });
  daemon.clock.advance(60_000);
  await daemon.client.attach({ cwd: daemon.workspace });
  expect(daemon.log.workspace(workspace.id)).toEqual({
    id: workspace.id,
    path: daemon.workspace,
    repoId: null,
    createdAt: "2026-01-01T00:00:00.000Z",
    lastAttachedAt: "2026-01-01T00:01:00.000Z",
    activeSessionId: session.id,
  });
});

test("[R-05] [R-06] [R-08] sessions of several workspaces run at once, each bound to one, and last activity is the person's", async () => {
  const daemon = await testDaemon();
  const places = ["a", "b"].map((name) => join(daemon.workspace, name));
  for (const place of places) mkdirSync(place);
  const sessions = await Promise.all(
    places.flatMap((cwd) => [1, 2].map(async () => (await daemon.client.create({ cwd })).session)),
  );
  for (const { id } of sessions) await daemon.send(id, "go");
  for (const n of [1, 2, 3, 4]) {
    const run = await daemon.run(n);
    run.say({ type: "bound", nativeId: `native-${n}`, provenance: "reported" });
    await until("its prompt", () => run.prompts.length === 1);
  }
  daemon.clock.advance(5_000);
  for (const run of daemon.keeper.runs) run.say({ type: "agent_message", data: { messageId: "m", text: "working" } });
  for (const { id } of sessions) await daemon.ofType(id, "agent_message");
  const listed = await daemon.client.sessions();
  expect(listed).toHaveLength(4);
  expect(new Set(listed.map(({ workspace }) => workspace.path))).toEqual(new Set(places));
  for (const row of listed)
    expect(row).toMatchObject({
      status: "running",
      createdAt: "2026-01-01T00:00:00.000Z",
      lastActiveAt: "2026-01-01T00:00:00.000Z",
      updatedAt: "2026-01-01T00:00:05.000Z",
    });
  expect(daemon.keeper.runs.map(({ spec }) => spec.cwd).sort()).toEqual([places[0], places[0], places[1], places[1]]);
  expect(await daemon.client.sessions({ workspace: places[0] })).toHaveLength(2);
});

test("[R-37] [R-38] a session is found by name, id, prefix or default, and the refusals say how many fit", async () => {
  const daemon = await testDaemon();
  const cwd = daemon.workspace;
  const fix = await daemon.newSession("fix");
  const second = await daemon.newSession("fix");
  const find = async (ref?: string) => (await daemon.client.resolve({ ref, cwd })).session;
  expect((await find("fix")).id).toBe(fix);
  expect((await find("FIX-2")).id).toBe(second);
  expect((await find(fix)).id).toBe(fix);
  expect((await find(fix.slice(0, 13))).id).toBe(fix);
  expect((await find()).id).toBe(second);
  await expect(find("fi")).rejects.toMatchObject({
    code: "session_not_found",
    message: 'Session not found: "fi"',
    facts: { near: expect.arrayContaining(["fix-2", "fix"]) },
  });
  const elsewhere = join(cwd, "elsewhere");
  mkdirSync(elsewhere);
  await daemon.client.create({ cwd: elsewhere, name: "fix" });
  const outside = daemon.client.resolve({ ref: "fix", cwd: "/" });
  await expect(outside).rejects.toMatchObject({
    code: "ambiguous",
    message: 'Ambiguous session identifier: "fix" matches 2 sessions',
  });
  expect((await find("fix")).id).toBe(fix);
});

test("a list is paged by a cursor that does not move when sessions are added", async () => {
  const daemon = await testDaemon();
  for (let n = 0; n < 5; n++) {
    await daemon.newSession(`s${n}`);
    daemon.clock.advance(1000);
  }
  const page = async (query: string) =>
    JSON.parse((await rawRequest({ socketPath: daemon.paths.socket, path: `/v1/sessions?${query}` })).body);
  const first = await page("limit=2");
  await daemon.newSession("newer");
  const second = await page(`limit=2&cursor=${first.next}`);
  const third = await page(`limit=2&cursor=${second.next}`);
  const names = [first, second, third].flatMap(({ items }) => items.map(({ name }: { name: string }) => name));
  expect(names).toEqual(["s4", "s3", "s2", "s1", "s0"]);
  expect(third.next).toBeNull();
});

test("an agent gets its creator's environment, cleaned, and no answer or event repeats it", async () => {
  const daemon = await testDaemon();
  const { session } = await daemon.client.create({
    cwd: daemon.workspace,
    env: { PATH: "/bin", SECRET_KEY: "hunter2", CLAUDECODE: "1" },
  });
  await daemon.send(session.id, "go");
  const { spec } = await daemon.run();
  expect(spec.env).toMatchObject({ PATH: "/bin", SECRET_KEY: "hunter2" });
  expect(spec.env).not.toHaveProperty("CLAUDECODE");
  expect(JSON.stringify([daemon.events(session.id), await daemon.client.session(session.id)])).not.toContain("hunter2");
});

test("[R-30] using a session by name makes it its workspace's active one, and everybody who follows is told", async () => {
  const daemon = await testDaemon();
  const fix = await daemon.newSession("fix");
  await daemon.newSession("docs");
  daemon.clock.advance(1000);
  const { socket: socketPath } = daemon.paths;
  const stream = await rawStream({
    socketPath,
    path: `/v1/events?after=${daemon.log.lastCommit()}`,
    headers: { accept: "text/event-stream" },
  });
  const { session } = await daemon.client.resolve({ ref: "FIX", cwd: daemon.workspace });
  const answer = await daemon.client.select(session.id);
  expect(answer).toMatchObject({ session: fix, outcome: { state: "selected" } });
  await until("the news", () => stream.text().includes('"type":"selected"'));
  expect(stream.text()).toContain(fix);
  expect((await daemon.client.resolve({ cwd: daemon.workspace })).session.id).toBe(fix);
  expect((await daemon.client.sessions()).map(({ name, active }) => [name, active])).toEqual([
    ["fix", true],
    ["docs", false],
  ]);
  stream.close();
});
