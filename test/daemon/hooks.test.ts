// The user's own commands: what calls them, what they are told, and that they are in nobody's way.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Fact } from "../../src/agents/index.ts";
import { CommandPool } from "../../src/daemon/attention/command-pool.ts";
import { FakeOutlets } from "../kit/fake-outlets.ts";
import { manualClock } from "../kit/manual-clock.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const names = ["session_start", "session_end", "turn_end", "permission", "error"];
const everything = `[hooks]\n${names.map((name) => `${name} = ["hook", "${name}"]`).join("\n")}\ntimeout_seconds = 3\n`;

async function hooked(config = everything): Promise<TestDaemon> {
  const daemon = await testDaemon();
  writeFileSync(daemon.paths.config, config);
  return daemon;
}

/** The names of the hooks that were called, once there are so many. */
async function calls(daemon: TestDaemon, count: number): Promise<unknown[]> {
  await until(`${count} hooks`, () => {
    daemon.clock.advance(250);
    return daemon.outlets.commands.length >= count;
  });
  return daemon.outlets.commands.map(({ spec }) => spec.line[1]);
}

const question: Fact = {
  type: "permission",
  data: {
    ...{ id: "q1", state: "asked", title: "Run `ls`", detail: "ls" },
    options: [{ id: "yes", label: "Allow once", kind: "allow_once" }],
  },
};

test("[R-14] hooks are called for start, question, end of a turn, error and end, each with its event as it stands in the log", async () => {
  const daemon = await hooked();
  const { session, agent } = await daemon.working();
  await calls(daemon, 1);
  agent.say(question);
  await calls(daemon, 2);
  await daemon.client.answer(session, "q1", { option: "yes" });
  agent.say({ type: "turn_end", reason: "completed" });
  await calls(daemon, 3);
  agent.exit({ kind: "exited", code: 3 });
  await calls(daemon, 4);
  await daemon.client.stop(session);
  expect(await calls(daemon, 5)).toEqual(["session_start", "permission", "turn_end", "error", "session_end"]);
  const stored = daemon.events(session);
  for (const { input, spec } of daemon.outlets.commands) {
    expect(stored).toContainEqual(input);
    expect(spec.input).toMatch(/^\{.*\}\n$/);
    expect(spec.cwd).toBe(daemon.workspace);
    expect(spec.env).toMatchObject({
      SKEIN_SESSION: session,
      SKEIN_EVENT: spec.line[1],
      SKEIN_HOME: daemon.paths.home,
    });
  }
});

test("[R-14] where the workspace is gone a hook works in Skein's home", async () => {
  const daemon = await hooked();
  const workspace = `${daemon.workspace}/gone`;
  mkdirSync(workspace);
  await daemon.client.create({ cwd: workspace });
  rmSync(workspace, { recursive: true });
  await calls(daemon, 1);
  expect(daemon.outlets.commands[0]?.spec.cwd).toBe(daemon.paths.home);
});

test("[R-14] hooks that hang keep no session waiting", async () => {
  const daemon = await hooked();
  daemon.means(/^hook \w+ failed: it took longer/);
  daemon.outlets.isQuick = false;
  const { session, agent } = await daemon.working();
  await calls(daemon, 1);
  agent.say({ type: "turn_end", reason: "completed" });
  await calls(daemon, 2);
  await daemon.send(session, "and now?");
  await until("the next prompt", () => agent.prompts.includes("and now?"));
  daemon.clock.advance(3000);
  await until("the hooks to be ended", () => daemon.outlets.commands.every(({ isKilled }) => isKilled));
  expect(daemon.faults).toEqual(
    ["session_start", "turn_end"].map((name) => `hook ${name} failed: it took longer than 3 s and was killed`),
  );
});

test("[R-14] a hook that fails is told to the journal with its last words", async () => {
  const daemon = await hooked();
  daemon.means(/^hook session_start failed: exit code 2/);
  daemon.outlets.isQuick = false;
  await daemon.newSession();
  await calls(daemon, 1);
  daemon.outlets.commands[0]?.end(2, "one\nno such file\n");
  await until("the journal", () => daemon.faults.length > 0);
  expect(daemon.faults).toEqual(["hook session_start failed: exit code 2: no such file"]);
});

test("[R-14] a daemon that ends lets its hooks finish, and calls those for what happened last", async () => {
  const daemon = await hooked();
  await daemon.working();
  await daemon.stop("stop");
  expect(daemon.outlets.commands.map(({ spec }) => spec.line[1])).toEqual(["session_start", "turn_end"]);
  await daemon.start();
  await daemon.stop();
  expect(daemon.outlets.commands).toHaveLength(2);
});

const FILE = "aaaaaaaa-0000-4000-8000-000000000001";

/** What was said in a session of another machine, all of it at the time that the file claims. */
async function* fileOf(at: string, isEnded: boolean): AsyncGenerator<Uint8Array> {
  const workspace = { id: "w1", path: "/elsewhere" };
  const bodies = [
    { type: "session_start", data: { agent: "scripted", workspace, name: "api", resumed: false } },
    { type: "prompt_queued", data: { promptId: "p1", text: "go", position: 0 } },
    { type: "turn_start", data: { turn: "t1", promptId: "p1" } },
    { type: "permission", data: question.type === "permission" ? question.data : {} },
    { type: "error", data: { code: "broken", message: "the model is gone" } },
    { type: "turn_end", data: { turn: "t1", promptId: "p1", reason: "failed", durationMs: 120_000 } },
    ...(isEnded ? [{ type: "session_end", data: { reason: "killed" } }] : []),
  ];
  for (const [index, { type, data }] of bodies.entries()) {
    const event = { session: FILE, seq: index + 1, at, type, by: { kind: "agent" }, data };
    yield Buffer.from(`${JSON.stringify(event)}\n`);
  }
}

test.for([
  { file: "a session that had ended", isEnded: true, aheadMs: 0, isPrompted: false },
  { file: "a session that had ended, from a clock that is ahead", isEnded: true, aheadMs: 1e11, isPrompted: false },
  { file: "an open session that is given a prompt at once", isEnded: false, aheadMs: 0, isPrompted: true },
])("[R-14] nobody is called for what a file says: $file", async ({ isEnded, aheadMs, isPrompted }) => {
  const daemon = await hooked(`${everything}[notify]\ncommand = ["notify-me"]\n`);
  const at = new Date(Date.parse(daemon.clock.now()) + aheadMs).toISOString();
  await daemon.client.importSession(fileOf(at, isEnded));
  if (isPrompted) await daemon.send(FILE, "and now?");
  const later = await daemon.newSession();
  await until("everything to be looked at", () => {
    daemon.clock.advance(250);
    return daemon.outlets.commands.some(({ spec }) => spec.env.SKEIN_SESSION === later);
  });
  const arrived = daemon.events(FILE).findLast(({ type }) => type === "acknowledged")?.seq ?? 0;
  const called = daemon.outlets.commands.filter(
    ({ spec, input }) => spec.env.SKEIN_SESSION === FILE && Number(input.seq) <= arrived,
  );
  expect(called.map(({ spec }) => spec.line)).toEqual([]);
});

test("[R-14] nobody is called for what claims to be of a time that has not come", async () => {
  const daemon = await hooked();
  daemon.clock.jump(3_600_000);
  const ahead = await daemon.newSession();
  daemon.clock.jump(-3_600_000);
  const later = await daemon.newSession();
  await calls(daemon, 1);
  const called = daemon.outlets.commands.map(({ spec }) => spec.env.SKEIN_SESSION);
  expect([called.includes(ahead), called.includes(later)]).toEqual([false, true]);
});

function pool(): { outlets: FakeOutlets; pool: CommandPool; journal: string[]; add: (what: string) => void } {
  const outlets = new FakeOutlets();
  outlets.isQuick = false;
  const journal: string[] = [];
  const error = (message: string, cause: unknown): void => void journal.push(`${message}: ${cause}`);
  const made = new CommandPool({
    start: outlets.startCommand,
    clock: manualClock(),
    journal: { info: () => {}, error },
  });
  const add = (what: string): void => made.run({ what, line: [what], input: "", cwd: "/", env: {}, timeoutMs: 1000 });
  return { outlets, pool: made, journal, add };
}

test("[R-14] four commands run at once, in order; of those that wait the oldest is dropped when there are too many", async () => {
  const { outlets, journal, add } = pool();
  for (let n = 1; n <= 106; n++) add(`c${n}`);
  const started = () => outlets.commands.map(({ spec }) => spec.line[0]);
  expect(started()).toEqual(["c1", "c2", "c3", "c4"]);
  expect(journal).toEqual(["c5", "c6"].map((what) => `${what} was dropped: 100 others are waiting already`));
  outlets.commands[1]?.end();
  await until("the next", () => outlets.commands.length === 5);
  expect(started().at(-1)).toBe("c7");
});

test("[R-14] the daemon's end kills what goes on for too long, and says what was never started", async () => {
  const { outlets, pool: made, journal, add } = pool();
  for (let n = 1; n <= 6; n++) add(`c${n}`);
  await until("four to run", () => outlets.commands.length === 4);
  outlets.commands[1]?.end();
  await until("the fifth", () => outlets.commands.length === 5);
  await made.close();
  expect(outlets.commands.map(({ isKilled }) => isKilled)).toEqual([true, false, true, true, true]);
  expect(journal).toEqual([
    "c6 was dropped: the daemon ended",
    ...["c1", "c3", "c4", "c5"].map((what) => `${what} failed: the daemon ended, and it was killed`),
  ]);
});

test("[R-14] a command that can't be started is told, and the next one runs", async () => {
  const { outlets, journal } = pool();
  const made = new CommandPool({
    start: async (spec) => {
      if (spec.line[0] === "missing") throw new Error("no program");
      return outlets.startCommand(spec);
    },
    clock: manualClock(),
    journal: { info: () => {}, error: (message, cause) => void journal.push(`${message}: ${cause}`) },
  });
  const rest = { input: "", cwd: "/", env: {}, timeoutMs: 1000 };
  for (let n = 0; n < 4; n++) made.run({ what: "hook error", line: ["missing"], ...rest });
  made.run({ what: "hook error", line: ["there"], ...rest });
  await until("the fifth", () => outlets.commands.length === 1);
  expect(journal).toEqual(Array.from({ length: 4 }, () => "hook error failed: Error: no program"));
});
