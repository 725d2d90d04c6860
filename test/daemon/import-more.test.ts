// More of a session that another program recorded: history alone, behind what is here, and only while nobody has continued it here.
import { expect, test } from "vitest";
import { ProblemError } from "../../src/client/index.ts";
import { openRepository } from "../kit/repository.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const ID = "aaaaaaaa-0000-4000-8000-000000000001";
const at = "2025-05-04T10:00:00.000Z";
const agent = { kind: "agent", name: "there" };
const person = { kind: "client", name: "there" };

type Piece = [type: string, data: unknown, by?: object];

const linesFrom = (after: number, pieces: readonly Piece[], session = ID): string[] =>
  pieces.map(([type, data, by = agent], index) =>
    JSON.stringify({ session, seq: after + index + 1, at, type, by, data }),
  );

async function* content(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(lines.map((one) => `${one}\n`).join(""));
}

const external = (records: number, id = "x1"): Piece => [
  "external_id",
  { system: "other", id, taken: { records, last: null, waiting: [] } },
];
const start: Piece = [
  "session_start",
  { agent: "scripted", workspace: { id: "", path: "/elsewhere" }, name: null, resumed: false },
];
const message: Piece = ["agent_message", { messageId: "m9", text: "more" }];

async function imported(pieces: readonly Piece[] = [start, external(1)]): Promise<TestDaemon> {
  const daemon = await testDaemon();
  await daemon.client.importSession(content(linesFrom(0, pieces)));
  return daemon;
}

const headOf = (daemon: TestDaemon): number => daemon.log.summary(ID)?.head ?? 0;

async function more(daemon: TestDaemon, pieces: readonly Piece[], { after = headOf(daemon), dry = false } = {}) {
  return daemon.client.importSession(content(linesFrom(after, pieces)), { more: { session: ID, after }, dry });
}

const whyNot = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "nothing",
    (error) => (error instanceof ProblemError ? `${error.code}: ${error.message}` : String(error)),
  );

test("it comes behind what is here, at its own times, and what people decided here stays", async () => {
  const daemon = await imported();
  await daemon.client.rename(ID, "mine");
  await daemon.client.arrange(ID, { pinned: true });
  const answer = await more(daemon, [
    ["turn_start", { turn: "t1", promptId: "p1" }],
    ["user_prompt", { turn: "t1", promptId: "p1", text: "go on" }, person],
    message,
    ["error", { code: "failed", message: "no" }],
    ["turn_end", { turn: "t1", promptId: "p1", reason: "failed" }],
    external(5),
  ]);
  expect(answer).toMatchObject({ from: ID, events: 6, session: { name: "mine", pinned: true, turns: 1 } });
  expect(daemon.types(ID).slice(-3)).toEqual(["imported", "notice", "acknowledged"]);
  const { session, state } = await daemon.client.session(ID);
  expect([session.status, session.activityAt, state.lifecycle.failure]).toEqual(["stopped", at, null]);
  expect(state.binding.unresumable).toBe("it took place in other");
  expect(state.lifecycle.external?.taken.records).toBe(5);
  expect((await daemon.client.inbox()).items).toEqual([]);
  expect(daemon.log.verify(ID)).toBeNull();
});

test.for<[what: string, piece: Piece]>([
  ["a rule", ["rule_added", { rule: '[[allow]]\ncommand = "**"\n', permission: "q1" }]],
  ["a mode", ["mode_changed", { mode: "auto" }]],
  ["limits", ["limits_changed", { budgetUsd: null }]],
  ["a person's name for it", ["renamed", { name: "other" }, person]],
  ["a selection", ["selected", {}]],
  ["a look at it", ["acknowledged", { seq: 99 }]],
  ["an import", ["imported", { from: ID, workspace: { id: "w", path: "/" } }]],
  ["an agent's process", ["agent_start", { run: "r1", agent: "scripted", resume: null }]],
  ["another session", external(9, "x2")],
  ["a type that nobody knows", ["from_the_future", {}]],
  ["a turn that is not over", ["turn_start", { turn: "t1", promptId: null }]],
  ["a prompt that waits", ["prompt_queued", { promptId: "p1", text: "go" }]],
])("%s is refused, and nothing of it is left", async ([, piece]) => {
  const daemon = await imported();
  const before = headOf(daemon);
  expect(await whyNot(more(daemon, [message, piece]))).toMatch(/^invalid_import: /);
  expect(headOf(daemon)).toBe(before);
  expect(daemon.keeper.runs).toEqual([]);
});

test("it is refused where it does not follow: another position, another session, one of our own, one in the trash", async () => {
  const daemon = await imported();
  expect(await whyNot(more(daemon, [message], { after: headOf(daemon) - 1 }))).toContain("events by now");
  const others = linesFrom(headOf(daemon), [message], "bbbbbbbb-0000-4000-8000-000000000002");
  const place = { session: ID, after: headOf(daemon) };
  expect(await whyNot(daemon.client.importSession(content(others), { more: place }))).toMatch(/^invalid_import/);
  const missing = { session: "nowhere", after: 1 };
  expect(await whyNot(daemon.client.importSession(content([]), { more: missing }))).toMatch(/^session_not_found/);
  await daemon.client.trash(ID);
  expect(await whyNot(more(daemon, [message]))).toContain("the session is in the trash");
  await daemon.client.restore(ID);
  expect(await whyNot(more(daemon, [message], { dry: true }))).toBe("nothing");
  await more(daemon, [
    ["turn_start", { turn: "t1", promptId: null }],
    message,
    ["turn_end", { turn: "t1", promptId: null, reason: "completed" }],
  ]);
  // Nothing can continue it here, so it stays as it came and gets what is new there.
  await expect(daemon.send(ID, "here")).rejects.toMatchObject({ code: "not_resumable" });
  expect(await whyNot(more(daemon, [message], { dry: true }))).toBe("nothing");
  const own = await imported([start]);
  expect(await whyNot(more(own, [message]))).toContain("not imported from another program");
});

test("as much as one commit may hold is taken at once, and no more", async () => {
  const daemon = await imported();
  const before = headOf(daemon);
  expect(await whyNot(more(daemon, Array(5001).fill(message)))).toContain("send it in parts");
  expect(headOf(daemon)).toBe(before);
  expect((await more(daemon, Array(5000).fill(message))).events).toBe(5000);
});

test("the files of its directory are not recorded as what its turns changed: they happened elsewhere", async () => {
  const daemon = await testDaemon();
  const repository = openRepository(daemon.workspace);
  repository.git("init", "--quiet");
  repository.write(".gitignore", "home/\n");
  repository.git("add", "--all");
  repository.git("commit", "--quiet", "--message=first");
  const workspace = { id: "", path: daemon.workspace };
  const begin: Piece = ["session_start", { agent: "scripted", workspace, name: null, resumed: false }];
  await daemon.client.importSession(content(linesFrom(0, [begin, external(1)])));
  const turn = { turn: "t1", promptId: null };
  await more(daemon, [["turn_start", turn], message, ["turn_end", { ...turn, reason: "completed" }]]);
  const { session, agent } = await daemon.working("go");
  agent.say({ type: "turn_end", reason: "completed" });
  await until(
    "the files after a turn here",
    () => daemon.types(session).filter((type) => type === "checkpoint").length === 2,
  );
  expect(daemon.types(ID).at(-1)).toBe("acknowledged");
});
