// The built demo agent at its worst: floods, garbage, closed pipes, processes that it leaves.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createDemoDriver } from "../../../src/agents/demo/driver.ts";
import { contextFor } from "../../contracts/recording.ts";
import { demoProgram, outputOf, startDemoAgent, textOf } from "../../kit/demo-agent.ts";
import { isAlive } from "../../kit/run-bench.ts";
import { until } from "../../kit/until.ts";

test("flood says exactly so much, and line prints one line of that size", async () => {
  const agent = startDemoAgent();
  expect(Buffer.byteLength(await agent.said("[[flood: 2500kb]]"))).toBe(2500 * 1024);
  agent.prompt("[[line: 3mb]] [[say: after]]");
  expect((await agent.raw())?.length).toBe(3 * 2 ** 20);
  expect(textOf(await agent.upTo("done"))).toBe("after");
});

test("garbage is garbage to the driver, and the turn goes on", async () => {
  const agent = startDemoAgent();
  const driver = createDemoDriver(demoProgram);
  const { state } = driver.deliver(driver.open(contextFor("r1"), null).state, { promptId: "p1", text: "" });
  await agent.next("ready");
  agent.prompt("[[garbage]]");
  const types: string[] = [];
  for (let line = await agent.raw(); line !== null; line = await agent.raw()) {
    types.push(...driver.read(state, line).facts.map(({ type }) => type));
    if (types.at(-1) === "turn_end") break;
  }
  expect(types).toEqual([...Array(12).fill("notice"), "usage", "turn_end"]);
});

test("close-stdout ends its output, not its life", async () => {
  const agent = startDemoAgent();
  agent.prompt("[[say: before]] [[close-stdout]] [[say: after]] [[write: alive.txt | yes]]");
  await expect(agent.upTo("done")).rejects.toThrow('"text":"before"}]');
  await until("its file", () => existsSync(join(agent.cwd, "alive.txt")));
  expect(await agent.finish()).toEqual({ code: 0, signal: null });
});

test("it ends when nobody reads it any more", async () => {
  const agent = startDemoAgent();
  await agent.next("ready");
  agent.child.stdout.destroy();
  agent.prompt("[[count: 100000]]");
  expect(await agent.exit).toEqual({ code: 1, signal: null });
  expect(await agent.stderr).toContain("EPIPE");
});

test("stderr goes to stderr", async () => {
  const agent = startDemoAgent();
  await agent.turn("[[stderr: oh no]]");
  await agent.finish();
  expect(await agent.stderr).toBe("oh no\n");
});

test("tree leaves six processes behind that outlive the turn and the agent", async () => {
  const agent = startDemoAgent();
  const [output, status] = outputOf(await agent.turn("[[tree]]"));
  const planted = output
    .trim()
    .split("\n")
    .map((line) => Number(line.split(" ").at(-1)));
  onTestFinished(() => {
    for (const pid of planted) process.kill(pid, "SIGKILL");
  });
  expect(status).toBe("completed");
  expect(new Set(planted).size).toBe(6);
  expect(await agent.finish()).toEqual({ code: 0, signal: null });
  expect(planted.filter(isAlive)).toEqual(planted);
});
