// Whole sessions with the built daemon, the keeper and the demo agent as real processes.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { processesOf } from "../../src/system/processes.ts";
import { type AnyEvent, DaemonProcess } from "../kit/daemon-process.ts";
import { until } from "../kit/until.ts";

async function started(): Promise<{
  daemon: DaemonProcess;
  session: string;
  ask: (text: string) => Promise<AnyEvent>;
  send: (text: string) => Promise<string>;
}> {
  const daemon = new DaemonProcess();
  await daemon.start();
  const { session } = await daemon.client.create({
    agent: "demo",
    cwd: daemon.workspace,
    env: { PATH: process.env.PATH ?? "", HOME: daemon.workspace },
  });
  const send = async (text: string) =>
    (await daemon.client.prompt(session.id, { content: [{ type: "text", text }] })).id;
  const ask = async (text: string) => {
    const id = await send(text);
    return daemon.event(session.id, ({ type, data }) => type === "turn_end" && data.promptId === id);
  };
  return { daemon, session: session.id, send, ask };
}

const runOf = async (daemon: DaemonProcess, session: string): Promise<string> =>
  String((await daemon.event(session, ({ type }) => type === "agent_start")).data.run);

const saidIn = (events: readonly AnyEvent[]): string =>
  events.flatMap(({ type, data }) => (type === "agent_message" ? [data.text] : [])).join("");

test("[R-22] each session has its own process, and two in one directory never cross", async () => {
  const { daemon, session, ask } = await started();
  const other = (await daemon.client.create({ agent: "demo", cwd: daemon.workspace })).session.id;
  await ask("first of one");
  const id = (await daemon.client.prompt(other, { content: [{ type: "text", text: "first of the other [[recall]]" }] }))
    .id;
  await daemon.event(other, ({ type, data }) => type === "turn_end" && data.promptId === id);
  await ask("[[recall]]");
  const pidsOf = async (id: string): Promise<number[]> =>
    (await processesOf(await runOf(daemon, id))).map(({ pid }) => pid);
  const [mine, others] = [await pidsOf(session), await pidsOf(other)];
  expect(Math.min(mine.length, others.length)).toBeGreaterThan(0);
  expect(mine.filter((pid) => others.includes(pid))).toEqual([]);
  expect(saidIn(await daemon.events(session))).toContain("first of one");
  expect(saidIn(await daemon.events(other))).not.toContain("first of one");
});

test("[R-33] [M-02] [C-14] [C-15] kill leaves no process of the worst tree, keeps the history, and the next prompt resumes the same conversation", async () => {
  const { daemon, session, send, ask } = await started();
  await send("remember me [[tree]] [[ignore-term]] [[hang]]");
  await daemon.event(session, ({ type, data }) => type === "tool_call_update" && data.status === "completed");
  const run = await runOf(daemon, session);
  expect((await processesOf(run)).length).toBeGreaterThan(4);
  await daemon.client.stop(session);
  await daemon.event(session, ({ type }) => type === "agent_exit");
  expect(await processesOf(run)).toEqual([]);
  await until("its files to be gone", () => readdirSync(daemon.paths.runs).length === 0);
  await ask("[[recall]]");
  const events = await daemon.events(session);
  expect(saidIn(events)).toContain("remember me");
  const [first, second] = events.filter(({ type }) => type === "agent_bound");
  expect(second?.data.nativeId).toBe(first?.data.nativeId);
  const ofType = (wanted: string) => events.filter(({ type }) => type === wanted).map(({ data }) => data);
  expect(ofType("agent_start").map(({ resume }) => resume)).toEqual([null, first?.data.nativeId]);
  expect(ofType("session_start").map(({ resumed }) => resumed ?? false)).toEqual([false, true]);
  expect(ofType("session_end")).toMatchObject([{ reason: "killed" }]);
});

test("[C-09] what an agent prints becomes events line by line; its stderr is kept beside it, and its end is told with the agent's", async () => {
  const { daemon, session, ask } = await started();
  await ask("[[stderr: only by the way]] [[say: out loud]]");
  const run = await runOf(daemon, session);
  const spoken = await daemon.events(session);
  expect(saidIn(spoken)).toBe("out loud");
  expect(JSON.stringify(spoken.filter(({ by }) => by.kind === "agent"))).not.toContain("by the way");
  expect(readFileSync(join(daemon.paths.runs, run, "err"), "utf8")).toBe("only by the way\n");
  await daemon.client.stop(session);
  const { data } = await daemon.event(session, ({ type }) => type === "agent_exit");
  expect(data.stderr).toBe("only by the way\n");
});

test("[R-35] an agent that dies in its turn ends it as failed with how it died, and the session goes on", async () => {
  const { daemon, session, ask } = await started();
  expect((await ask("[[say: about to]] [[die: SIGKILL]]")).data).toMatchObject({
    reason: "failed",
    error: "the agent was killed by SIGKILL before the end of the turn",
  });
  expect((await ask("[[stderr: oh no]] [[die: 3]]")).data).toMatchObject({ reason: "failed" });
  const exits = (await daemon.events(session)).filter(({ type }) => type === "agent_exit");
  expect(exits.map(({ data }) => [data.outcome, data.code, data.signal])).toEqual([
    ["crashed", null, "SIGKILL"],
    ["crashed", 3, null],
  ]);
  expect(exits[1]?.data.stderr).toContain("oh no");
  expect((await ask("[[say: back]]")).data).toMatchObject({ reason: "completed" });
});

test("the death of a keeper leaves no agent behind and ends the turn", async () => {
  const { daemon, session, send, ask } = await started();
  await send("[[say: hi]] [[hang]]");
  await daemon.event(session, ({ type }) => type === "agent_message");
  const run = await runOf(daemon, session);
  process.kill(Number.parseInt(readFileSync(join(daemon.paths.runs, run, "keeper"), "utf8"), 10), "SIGKILL");
  expect((await daemon.event(session, ({ type }) => type === "agent_exit")).data).toMatchObject({ outcome: "lost" });
  expect(await processesOf(run)).toEqual([]);
  expect((await ask("[[say: back]]")).data).toMatchObject({ reason: "completed" });
});

test("an interrupt kills the running tool, ends the turn once, and the same process takes the next prompt", async () => {
  const { daemon, session, send, ask } = await started();
  await send("[[run: sleep 60]]");
  await daemon.event(session, ({ type }) => type === "tool_call");
  await daemon.client.interrupt(session);
  expect((await daemon.event(session, ({ type }) => type === "turn_end")).data).toMatchObject({
    reason: "interrupted",
  });
  expect((await ask("[[say: next]]")).data).toMatchObject({ reason: "completed" });
  const types = (await daemon.events(session)).map(({ type }) => type);
  expect(types.filter((type) => type === "agent_start")).toHaveLength(1);
  expect(types.filter((type) => type === "turn_end")).toHaveLength(2);
});

test("a prompt of 1 MB arrives whole", async () => {
  const { daemon, session, ask } = await started();
  const text = `[[echo-hash]] ${'äöü \u{1f9f6} \\ " \n'.repeat(80_000)}`;
  await ask(text);
  const sha = createHash("sha256").update(text).digest("hex");
  expect(Buffer.byteLength(text)).toBeGreaterThan(1024 * 1024);
  expect(saidIn(await daemon.events(session))).toContain(`sha256 ${sha} ${Buffer.byteLength(text)} bytes`);
});

test("a line of 100 MB becomes a notice with the whole of it behind, and the turn goes on", async () => {
  const { daemon, session, ask } = await started();
  expect((await ask("[[line: 100mb]] [[say: still here]]")).data).toMatchObject({ reason: "completed" });
  const events = await daemon.events(session);
  const notice = events.find(({ type, data }) => type === "notice" && data.kind === "line_too_long");
  expect(notice?.data.text).toBe("the agent wrote one line of 100 MB that Skein could not read");
  expect(notice?.data.blobs).toMatchObject([{ at: "/raw", bytes: 100 * 2 ** 20 }]);
  expect(saidIn(events)).toContain("still here");
});

test("invalid UTF-8, control sequences and half JSON are kept as notices, and the turn goes on", async () => {
  const { daemon, session, ask } = await started();
  expect((await ask("[[garbage]] [[say: fine]]")).data).toMatchObject({ reason: "completed" });
  const events = await daemon.events(session);
  expect(events.filter(({ type }) => type === "notice").length).toBeGreaterThan(2);
  expect(saidIn(events)).toContain("fine");
});

test("a flood of text is taken whole, while commands are answered", async () => {
  const { daemon, session, send } = await started();
  const id = await send("[[flood: 8mb]]");
  await daemon.event(session, ({ type }) => type === "agent_message");
  expect((await daemon.client.session(session)).session.head).toBeGreaterThan(0);
  await daemon.event(session, ({ type, data }) => type === "turn_end" && data.promptId === id);
  expect(Buffer.byteLength(saidIn(await daemon.events(session)))).toBeGreaterThanOrEqual(8 * 1024 * 1024);
});

test("[R-39] tools run in the workspace, and files that they touch are events", async () => {
  const { daemon, session, ask } = await started();
  await ask("[[write: notes/a.txt | hello]] [[read: notes/a.txt]] [[run: pwd > here]]");
  expect(readFileSync(join(daemon.workspace, "notes/a.txt"), "utf8")).toBe("hello");
  expect(readFileSync(join(daemon.workspace, "here"), "utf8").trim()).toBe(daemon.workspace);
  const events = await daemon.events(session);
  expect(events.filter(({ type }) => type === "file_write" || type === "file_read").map(({ type }) => type)).toEqual([
    "file_write",
    "file_read",
  ]);
});

test("[R-34] ending the daemon with its agents leaves no process and no socket", async () => {
  const { daemon, session, send } = await started();
  await send("[[tree]] [[hang]]");
  await daemon.event(session, ({ type, data }) => type === "tool_call_update" && data.status === "completed");
  const run = await runOf(daemon, session);
  await daemon.end();
  expect(await processesOf(run)).toEqual([]);
  expect(existsSync(daemon.paths.socket)).toBe(false);
});

test("everything that Skein keeps is readable by its owner only", async () => {
  const { daemon, session, send } = await started();
  await send("[[hang]]");
  const run = await runOf(daemon, session);
  const { paths } = daemon;
  await until("the run's files", () => existsSync(join(paths.runs, run, "out")));
  const files = [
    paths.database,
    paths.socket,
    paths.lock,
    paths.daemonLog,
    join(paths.environments, `${session}.json`),
    join(paths.runs, run, "spec.json"),
    join(paths.runs, run, "out"),
  ];
  for (const file of files) expect([file, statSync(file).mode & 0o077]).toEqual([file, 0]);
  expect(statSync(paths.home).mode & 0o077).toBe(0);
});

test("a second daemon for the same home ends at once and leaves the first alone", async () => {
  const { daemon } = await started();
  const { spawnSync } = await import("node:child_process");
  const { skeinProgram } = await import("../kit/daemon-process.ts");
  const second = spawnSync(process.execPath, [skeinProgram, "__daemon"], {
    env: daemon.env,
    encoding: "utf8",
    timeout: 20_000,
  });
  expect([second.status, second.stderr]).toEqual([0, ""]);
  expect((await daemon.client.server()).daemon.pid).toBe(daemon.pid);
});

test("a directory that is gone is said plainly, and the prompt is not lost", async () => {
  const { daemon } = await started();
  const place = join(daemon.workspace, "gone");
  mkdirSync(place);
  const { session: other } = await daemon.client.create({ agent: "demo", cwd: place });
  rmSync(place, { recursive: true });
  await daemon.client.prompt(other.id, { content: [{ type: "text", text: "hello" }] });
  const error = await daemon.event(other.id, ({ type }) => type === "error");
  expect(error.data).toMatchObject({ code: "start_failed", message: expect.stringContaining(place) });
  expect((await daemon.client.session(other.id)).session).toMatchObject({ status: "error", queued: 1 });
  mkdirSync(place);
  await daemon.client.prompt(other.id, { content: [{ type: "text", text: "again" }] });
  await until(
    "both prompts",
    async () => (await daemon.events(other.id)).filter(({ type }) => type === "turn_end").length === 2,
  );
});

test("files of runs that have ended, which a daemon died over, are removed by the next one; a living run's stay", async () => {
  const { daemon, session, send } = await started();
  await send("[[hang]]");
  const run = await runOf(daemon, session);
  await daemon.kill();
  const leftover = join(daemon.paths.runs, "00000000-0000-4000-8000-000000000000");
  mkdirSync(leftover);
  writeFileSync(join(leftover, "out"), "old words");
  await daemon.start();
  await until("the leftover to be gone", () => !existsSync(leftover));
  expect(readdirSync(daemon.paths.runs)).toEqual([run]);
});
