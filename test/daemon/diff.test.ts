// What a session changed, as the daemon tells it.
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRepository } from "../kit/repository.ts";
import type { ScriptedRun } from "../kit/scripted-agent.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

async function daemonInRepository(files: Readonly<Record<string, string>>) {
  const daemon = await testDaemon();
  const repository = openRepository(daemon.workspace);
  repository.git("init", "--quiet");
  for (const [path, text] of Object.entries({ ".gitignore": "home/\n", ...files })) repository.write(path, text);
  repository.git("add", "--all");
  repository.git("commit", "--quiet", "--message=first");
  return { daemon, repository };
}

const checkpoints = (daemon: TestDaemon, session: string) =>
  daemon
    .events(session)
    .filter(({ type }) => type === "checkpoint")
    .map(({ data }) => data as { turn: string; moment: string; tree: string | null });

async function endTurn(daemon: TestDaemon, { session, agent }: { session: string; agent: ScriptedRun }): Promise<void> {
  const before = checkpoints(daemon, session).length;
  agent.say({ type: "turn_end", reason: "completed" });
  await until("the files after the turn", () => checkpoints(daemon, session).length > before);
}

async function nextTurn(
  daemon: TestDaemon,
  { session, agent }: { session: string; agent: ScriptedRun },
  text: string,
): Promise<void> {
  const before = agent.prompts.length;
  await daemon.send(session, text);
  await until("the prompt", () => agent.prompts.length > before);
}

const names = (answer: { files: readonly { path: string }[] }): string[] => answer.files.map(({ path }) => path);

test("the files of a turn are recorded before the agent has its prompt, and after it has ended", async () => {
  const { daemon, repository } = await daemonInRepository({ "a.txt": "1\n" });
  const { session, agent } = await daemon.working("go");
  expect(checkpoints(daemon, session)).toMatchObject([{ turn: "t1", moment: "start" }]);
  const types = daemon.events(session).map(({ type }) => type);
  expect(types.indexOf("checkpoint")).toBe(types.indexOf("turn_start") - 1);
  repository.write("a.txt", "2\n");
  const live = await daemon.client.diff(session);
  expect(live).toMatchObject({
    source: "git",
    isLive: true,
    turn: null,
    notes: [],
    total: { files: 1, added: 1, removed: 1 },
  });
  await endTurn(daemon, { session, agent });
  expect(await daemon.client.diff(session)).toMatchObject({ isLive: false, files: [{ path: "a.txt", turns: ["t1"] }] });
});

test("the whole session and each turn: what a person changed before and between is neither's", async () => {
  const { daemon, repository } = await daemonInRepository({ "a.txt": "1\n", "b.txt": "1\n", "mine.txt": "1\n" });
  repository.write("mine.txt", "before the session\n");
  const { session, agent } = await daemon.working("first");
  repository.write("a.txt", "2\n");
  await endTurn(daemon, { session, agent });
  repository.write("mine.txt", "between the turns\n");
  await nextTurn(daemon, { session, agent }, "second");
  repository.write("b.txt", "2\n");
  await endTurn(daemon, { session, agent });
  repository.write("mine.txt", "after the session\n");
  expect(names(await daemon.client.diff(session))).toEqual(["a.txt", "b.txt"]);
  expect(names(await daemon.client.diff(session, { turn: "t1" }))).toEqual(["a.txt"]);
  expect(names(await daemon.client.diff(session, { turn: "1" }))).toEqual(["a.txt"]);
  const last = await daemon.client.diff(session, { turn: "last" });
  expect([last.turn, names(last)]).toEqual(["t2", ["b.txt"]]);
  expect(last.turns.map(({ turn, text }) => [turn, text])).toEqual([
    ["t1", "first"],
    ["t2", "second"],
  ]);
  await expect(daemon.client.diff(session, { turn: "t9" })).rejects.toMatchObject({ code: "turn_not_found" });
  const stat = await daemon.client.diff(session, { stat: true });
  expect(stat.files).toMatchObject([
    { added: 1, hunks: [] },
    { added: 1, hunks: [] },
  ]);
});

test("a fork's changes are its own, and those of its base can be asked for", async () => {
  const { daemon, repository } = await daemonInRepository({ "a.txt": "1\n" });
  const { session, agent } = await daemon.working("first");
  repository.write("a.txt", "2\n");
  agent.say({ type: "turn_end", reason: "completed", mark: "m1" });
  await until("the files after the turn", () => checkpoints(daemon, session).length === 2);
  const { session: fork } = await daemon.client.fork(session);
  expect(await daemon.client.diff(fork.id)).toMatchObject({ files: [], isLive: false });
  expect(names(await daemon.client.diff(fork.id, { turn: "t1" }))).toEqual(["a.txt"]);
});

test("without a repository the agent's own edits are shown, with what failed left out", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("go");
  const path = join(daemon.workspace, "a.txt");
  const edit = (toolCallId: string, input: object, status: "completed" | "failed") => [
    {
      type: "tool_call" as const,
      data: { toolCallId, title: "Edit", kind: "edit", status: "running" as const, input },
    },
    { type: "tool_call_update" as const, data: { toolCallId, status } },
  ];
  agent.say(
    ...edit("c1", { file_path: path, old_string: "one", new_string: "two" }, "completed"),
    ...edit("c2", { file_path: path, old_string: "two", new_string: "three" }, "failed"),
    ...edit(
      "c3",
      { file_path: join(daemon.workspace, "long.txt"), content: `${"x".repeat(50)}\n`.repeat(2000) },
      "completed",
    ),
  );
  agent.say({ type: "turn_end", reason: "completed" });
  await until("the end", () => daemon.events(session).some(({ type }) => type === "turn_end"));
  const answer = await daemon.client.diff(session);
  expect(answer).toMatchObject({ source: "tools", notes: [{ code: "no_repository" }], total: { files: 2 } });
  expect(answer.files[0]).toMatchObject({
    path: "a.txt",
    turns: ["t1"],
    hunks: [{ oldStart: null, lines: ["-one", "+two"] }],
  });
  // A text that is too long for its event is read whole.
  expect(answer.files[1]).toMatchObject({ path: "long.txt", added: 2000 });
  expect(checkpoints(daemon, session)).toEqual([]);
  expect(names(await daemon.client.diff(session, { turn: "t1" }))).toEqual(["a.txt", "long.txt"]);
});

test("another session at work in the same directory is named", async () => {
  const { daemon, repository } = await daemonInRepository({ "a.txt": "1\n" });
  const { session } = await daemon.working("first");
  const other = await daemon.newSession();
  await daemon.send(other, "second");
  (await daemon.run(2)).say({ type: "bound", nativeId: "native-2", provenance: "reported" });
  await until("its turn", () => daemon.events(other).some(({ type }) => type === "turn_start"));
  repository.write("a.txt", "2\n");
  expect((await daemon.client.diff(session)).notes).toEqual([{ code: "others", sessions: [other] }]);
});

test("a turn that ended long before it was heard of has no end: what people did meanwhile is not its", async () => {
  const { daemon, repository } = await daemonInRepository({ "a.txt": "1\n" });
  const { session, agent } = await daemon.working("go");
  await endTurn(daemon, { session, agent });
  await nextTurn(daemon, { session, agent }, "on");
  repository.write("by-agent.txt", "x\n");
  await daemon.stop();
  agent.say({ type: "turn_end", reason: "completed" });
  agent.printedMs = Date.parse(daemon.clock.now());
  repository.write("by-person.txt", "x\n");
  daemon.clock.advance(3_600_000);
  await daemon.start();
  await until("its end", () => checkpoints(daemon, session).length === 4);
  expect(checkpoints(daemon, session).at(-1)).toMatchObject({ turn: "t2", moment: "end", tree: null, why: "late" });
  const answer = await daemon.client.diff(session, { turn: "last" });
  expect([answer.source, answer.files]).toEqual(["tools", []]);
  expect((await daemon.client.diff(session)).notes).toContainEqual({ code: "turns_missing", turns: 1 });
});

test("where the end of a turn could not be recorded, what anybody does later is not the turn's", async () => {
  const { daemon, repository } = await daemonInRepository({ "a.txt": "1\n" });
  daemon.means(/can't be recorded/);
  const { session, agent } = await daemon.working("go");
  repository.write("by-agent.txt", "x\n");
  const stores = join(daemon.paths.checkpoints, readdirSync(daemon.paths.checkpoints)[0] ?? "");
  rmSync(join(stores, "index"));
  mkdirSync(join(stores, "index"));
  await endTurn(daemon, { session, agent });
  rmSync(join(stores, "index"), { recursive: true });
  expect(checkpoints(daemon, session).at(-1)).toMatchObject({ moment: "end", tree: null, why: "failed" });
  daemon.clock.advance(7 * 24 * 3_600_000);
  repository.write("by-person.txt", "x\n");
  expect(names(await daemon.client.diff(session))).toEqual([]);
});

test("what people change while a background task runs is not the last turn's", async () => {
  const { daemon, repository } = await daemonInRepository({ "a.txt": "1\n" });
  const { session, agent } = await daemon.working("go");
  repository.write("by-agent.txt", "x\n");
  agent.say({ type: "task_start", data: { taskId: "k1", kind: "command", title: "npm run dev" } });
  await endTurn(daemon, { session, agent });
  repository.write("by-person.txt", "x\n");
  const answer = await daemon.client.diff(session);
  expect([names(answer), answer.isLive]).toEqual([["by-agent.txt"], false]);
});

test("another session is named if its agent worked at the same time, whatever people did with it", async () => {
  const { daemon } = await daemonInRepository({ "a.txt": "1\n" });
  const long = await daemon.working("a long task");
  const idle = await daemon.newSession("idle");
  daemon.clock.advance(60_000);
  const session = await daemon.newSession("new");
  await daemon.send(session, "something small");
  const agent = await daemon.run(2);
  agent.say({ type: "bound", nativeId: "native-2", provenance: "reported" });
  await daemon.ofType(session, "turn_start");
  daemon.clock.advance(10_000);
  await daemon.client.select(idle);
  await endTurn(daemon, { session, agent });
  expect((await daemon.client.diff(session)).notes).toEqual([{ code: "others", sessions: [long.session] }]);
});

test("the turns of a session that was removed for good are not those of another with the same id", async () => {
  const { daemon } = await daemonInRepository({});
  const { session, agent } = await daemon.working("the first prompt");
  await endTurn(daemon, { session, agent });
  agent.exit({ kind: "exited", code: 0 });
  await daemon.ofType(session, "agent_exit");
  const texts = async (): Promise<unknown[]> => (await daemon.client.diff(session)).turns.map(({ text }) => text);
  expect(await texts()).toEqual(["the first prompt"]);
  const file = daemon
    .events(session)
    .map((event) => JSON.stringify(event).replaceAll("the first prompt", "another one"));
  await daemon.client.trash(session, {});
  await daemon.client.emptyTrash([session]);
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${file.join("\n")}\n`);
  }
  await daemon.client.importSession(bytes());
  expect(await texts()).toEqual(["another one"]);
});

test("changes are told from tool calls where the repository can't be read any more", async () => {
  const { daemon, repository } = await daemonInRepository({ "a.txt": "1\n" });
  const { session, agent } = await daemon.working("go");
  repository.write("a.txt", "2\n");
  await endTurn(daemon, { session, agent });
  rmSync(join(daemon.workspace, ".git"), { recursive: true });
  repository.write(".git", "nothing\n");
  expect(await daemon.client.diff(session)).toMatchObject({ source: "tools", files: [] });
});

test("a home that lies in the repository is in no record of its files", async () => {
  const { daemon, repository } = await daemonInRepository({ ".gitignore": "\n" });
  expect(daemon.paths.home.startsWith(daemon.workspace)).toBe(true);
  const { session, agent } = await daemon.working("go");
  repository.write("by-agent.txt", "x\n");
  await daemon.newSession("another");
  await endTurn(daemon, { session, agent });
  expect(names(await daemon.client.diff(session))).toEqual(["by-agent.txt"]);
});
