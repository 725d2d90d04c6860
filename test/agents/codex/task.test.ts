// Commands that run on when their turn has ended.
import { expect, test } from "vitest";
import type { Fact } from "../../../src/agents/index.ts";
import { driver, Life } from "./life.ts";

const item = (more: object = {}) => ({
  ...{ type: "commandExecution", id: "c1", command: "npm run watch", cwd: "/workspace", status: "inProgress" },
  ...more,
});
const done = (life: Life, more: object = {}, turnId = "t1"): Fact[] =>
  life.news("item/completed", { turnId, item: item({ status: "completed", exitCode: 0, ...more }) });

/** At rest, while a command runs. */
function resting(): Life {
  const life = Life.ready();
  life.begin();
  life.news("item/started", { turnId: "t1", item: item() });
  life.end();
  return life;
}

test("a command that is not done when its turn ends is a background task from then on", () => {
  const life = Life.ready();
  life.begin();
  life.news("item/started", { turnId: "t1", item: item() });
  const data = { taskId: "r1-c1", kind: "command", title: "npm run watch", toolCallId: "r1-c1" };
  expect(life.end()).toMatchObject([{ type: "task_start", data }, { type: "turn_end" }]);
  expect(done(life, { aggregatedOutput: "built\n" })).toEqual([
    { type: "tool_call_update", data: { toolCallId: "r1-c1", output: "built\n" } },
    { type: "task_end", taskId: "r1-c1", outcome: "completed" },
  ]);
  expect(done(life)).toEqual([]);
});

test.for<[number | null, object]>([
  [0, { outcome: "completed" }],
  [3, { outcome: "failed", summary: "exit code 3" }],
  [-1, { outcome: "stopped" }],
  [null, { outcome: "stopped" }],
])("the exit code %s is its outcome", ([exitCode, expected]) => {
  expect(done(resting(), { exitCode })).toMatchObject([{ type: "task_end", ...expected }]);
});

test("none is left of a turn that was interrupted, nor of one whose commands are done", () => {
  const life = Life.ready();
  life.begin();
  life.news("item/started", { turnId: "t1", item: item() });
  expect(life.end("t1", "interrupted").map(({ type }) => type)).toEqual(["turn_end"]);
  const other = Life.ready();
  other.begin();
  done(other);
  expect(other.end().map(({ type }) => type)).toEqual(["turn_end"]);
});

test("however many there are, each that was told of has an end", () => {
  const life = Life.ready();
  const ids = Array.from({ length: 100 }, (_, n) => `c${n}`);
  for (const [n, id] of ids.entries()) {
    life.begin(`t${n}`);
    life.news("item/started", { turnId: `t${n}`, item: item({ id }) });
    life.end(`t${n}`);
  }
  for (const [n, id] of ids.entries()) done(life, { id }, `t${n}`);
  const of = (type: string) => life.facts.filter((fact) => fact.type === type).length;
  expect(of("task_start")).toBeGreaterThan(50);
  expect(of("task_end")).toBe(of("task_start"));
});

test("it ends in the next turn as well, and belongs to none", () => {
  const life = resting();
  life.begin("t2");
  expect(done(life)).toEqual([{ type: "task_end", taskId: "r1-c1", outcome: "completed" }]);
  expect(life.end("t2").map(({ type }) => type)).toEqual(["turn_end"]);
});

test("an interrupt ends the commands of its turn, and none that ran before", () => {
  const life = resting();
  life.begin("t2");
  life.news("item/started", { turnId: "t2", item: item({ id: "c2" }) });
  const [interrupt] = life.interrupt();
  life.hear({ id: interrupt?.id, result: {} });
  const [list] = life.told;
  expect(list?.method).toBe("thread/backgroundTerminals/list");
  const terminal = (itemId: string, processId: string) => ({ itemId, processId, command: "x", cwd: "/workspace" });
  life.hear({ id: list?.id, result: { data: [terminal("c1", "7"), terminal("c2", "8")], nextCursor: null } });
  expect(life.told).toMatchObject([{ method: "thread/backgroundTerminals/terminate", params: { processId: "8" } }]);
});

test("asked to end its tasks it ends all of them; without any there is nothing to say", () => {
  const life = resting();
  const { writes } = driver.stopTasks(life.state);
  expect(writes.map((line) => JSON.parse(line).method)).toEqual(["thread/backgroundTerminals/clean"]);
  done(life);
  expect(driver.stopTasks(life.state).writes).toEqual([]);
});
