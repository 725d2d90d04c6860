// An interrupt ends whatever the built demo agent does; prompts wait for their turn.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startDemoAgent, textOf } from "../../kit/demo-agent.ts";
import { isAlive } from "../../kit/run-bench.ts";

test("[R-32] an interrupt kills the running tool and ends the turn with one line", async () => {
  const agent = startDemoAgent();
  agent.prompt("[[run: trap '' TERM; echo $$; while :; do sleep 0.05; done]] [[say: never]]");
  const pid = Number((await agent.next("tool_output")).output);
  agent.send({ type: "interrupt" });
  agent.send({ type: "interrupt" });
  const lines = await agent.upTo("done");
  expect(isAlive(pid)).toBe(false);
  expect(lines.at(-1)).toEqual({ type: "done", prompt: "p1", reason: "interrupted", entries: expect.any(Number) });
  expect(lines.find(({ type }) => type === "tool_end")).toMatchObject({ status: "cancelled" });
  expect(await agent.said("[[say: next]]")).toBe("next");
});

test.for([
  "[[hang]]",
  "[[wait: 10m]]",
  "[[wait-for: never]]",
  "[[count: 1000000]]",
  "[[pace: 0]] [[count: 100000000]]",
  "[[flood: 100gb]]",
  "[[ask: true]]",
  "[[pace: 10m]] [[think: a b]]",
])("an interrupt ends %s", async (prompt) => {
  const agent = startDemoAgent();
  agent.prompt(`[[stderr: go]] ${prompt}`);
  agent.child.stderr.once("data", () => agent.send({ type: "interrupt" }));
  expect(await agent.next("done")).toEqual({
    type: "done",
    prompt: "p1",
    reason: "interrupted",
    entries: expect.any(Number),
  });
  expect(await agent.said("[[say: next]]")).toBe("next");
});

test("an interrupt right after its prompt ends it; one without a turn means nothing", async () => {
  const agent = startDemoAgent();
  await agent.next("ready");
  agent.send({ type: "interrupt" });
  agent.prompt("[[hang]]");
  agent.send({ type: "interrupt" });
  expect((await agent.upTo("done")).at(-1)).toEqual({
    type: "done",
    prompt: "p1",
    reason: "interrupted",
    entries: expect.any(Number),
  });
  agent.send({ type: "interrupt" });
  expect(await agent.said("[[say: next]]")).toBe("next");
});

test("prompts that arrive meanwhile wait for their turn", async () => {
  const agent = startDemoAgent();
  agent.prompt("[[wait-for: go]] [[say: first]]");
  agent.prompt("[[say: second]]");
  agent.prompt("[[recall]]");
  writeFileSync(join(agent.cwd, "go"), "");
  const turns = [await agent.upTo("done"), await agent.upTo("done"), await agent.upTo("done")];
  expect(turns.map(textOf)).toEqual(["first", "second", "1. [[wait-for: go]] [[say: first]]\n2. [[say: second]]"]);
  expect(turns.map((lines) => lines.at(-1))).toMatchObject([{ prompt: "p1" }, { prompt: "p2" }, { prompt: "p3" }]);
});
