// How the built demo agent starts, resumes, forks and ends.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startDemoAgent, textOf } from "../../kit/demo-agent.ts";
import { isAlive } from "../../kit/run-bench.ts";
import { until } from "../../kit/until.ts";

test("the end of stdin ends it after the turns, with 0", async () => {
  const agent = startDemoAgent();
  agent.prompt("[[wait-for: go]] [[ask: true]]");
  agent.prompt("[[say: last]]");
  agent.child.stdin.end();
  writeFileSync(join(agent.cwd, "go"), "");
  expect(textOf(await agent.upTo("done"))).toContain('denied ("nobody is there to answer")');
  expect(textOf(await agent.upTo("done"))).toBe("last");
  expect(await agent.exit).toEqual({ code: 0, signal: null });
});

test("SIGTERM ends it at once, with the command that runs", async () => {
  const agent = startDemoAgent();
  agent.prompt("[[run: echo $$; sleep 60]]");
  const pid = Number((await agent.next("tool_output")).output);
  agent.child.kill("SIGTERM");
  expect(await agent.exit).toEqual({ code: 143, signal: null });
  await until("the command to be gone", () => !isAlive(pid));
});

test("ignore-term ignores SIGTERM, and SIGKILL ends it", async () => {
  const agent = startDemoAgent();
  await agent.turn("[[ignore-term]]");
  agent.child.kill("SIGTERM");
  agent.child.kill("SIGINT");
  agent.child.kill("SIGHUP");
  expect(await agent.said("[[say: alive]]")).toBe("alive");
  agent.child.kill("SIGKILL");
  expect(await agent.exit).toEqual({ code: null, signal: "SIGKILL" });
});

test.for([
  ["[[die: 3]]", { code: 3, signal: null }],
  ["[[die]]", { code: 1, signal: null }],
  ["[[die: SIGKILL]]", { code: null, signal: "SIGKILL" }],
  ["[[die: SIGTERM]]", { code: null, signal: "SIGTERM" }],
] as const)("%s dies in the middle of the turn, with everything said before", async ([prompt, exit]) => {
  const agent = startDemoAgent();
  agent.prompt(`[[count: 3]] ${prompt}`);
  await expect(agent.upTo("done")).rejects.toThrow('"text":" 3"}]');
  expect(await agent.exit).toEqual(exit);
});

test("fail ends the turn as failed", async () => {
  const agent = startDemoAgent();
  const lines = await agent.turn("[[fail: out of wool]] [[say: never]]", "failed");
  expect(lines).toEqual([{ type: "failed", prompt: "p1", message: "out of wool", entries: 1 }]);
  expect(await agent.said("[[say: next]]")).toBe("next");
});

test("[R-19] a resumed conversation knows its earlier prompts, also after a kill in mid-turn", async () => {
  const agent = startDemoAgent();
  const ready = await agent.next("ready");
  expect(ready).toEqual({ type: "ready", nativeId: "s1", resumed: false, model: "demo-1" });
  await agent.turn("one\ntwo");
  agent.prompt("[[stderr: go]] [[hang]]");
  await new Promise((resolve) => agent.child.stderr.once("data", resolve));
  agent.child.kill("SIGKILL");
  await agent.exit;
  const resumed = startDemoAgent({ stateDir: agent.stateDir, args: ["--resume", "s1"] });
  expect(await resumed.next("ready")).toEqual({ ...ready, resumed: true });
  expect(await resumed.said("[[recall]]")).toBe("1. one two\n2. [[stderr: go]] [[hang]]");
});

test("[A-25] a fork knows what was asked up to its place, and its source does not know what it was asked", async () => {
  const agent = startDemoAgent();
  const [end] = (await agent.turn("one")).slice(-1);
  await agent.turn("two");
  const args = ["--session-id", "s2", "--fork", "s1", "--entries", String(end?.type === "done" && end.entries)];
  const fork = startDemoAgent({ stateDir: agent.stateDir, args });
  expect(await fork.said("[[recall]]")).toBe("1. one");
  expect(await agent.said("[[recall]]")).toBe("1. one\n2. two");
  const whole = startDemoAgent({ stateDir: agent.stateDir, args: ["--session-id", "s3", "--fork", "s1"] });
  expect(await whole.said("[[recall]]")).toBe("1. one\n2. two\n3. [[recall]]");
});

test("half a line at the end of its history is no obstacle", async () => {
  const agent = startDemoAgent();
  await agent.turn("one");
  await agent.finish();
  const file = join(agent.stateDir, "s1.jsonl");
  writeFileSync(file, `${readFileSync(file, "utf8")}{"type":"prompt","id":"p2","te`);
  const second = startDemoAgent({ stateDir: agent.stateDir, args: ["--resume", "s1"] });
  await second.turn("three");
  await second.finish();
  const third = startDemoAgent({ stateDir: agent.stateDir, args: ["--resume", "s1"] });
  expect(await third.said("[[recall]]")).toBe("1. one\n2. three");
});

test("[R-19] there is no silent blank start", async () => {
  const agent = startDemoAgent({ args: ["--resume", "gone"] });
  const message = "There is no conversation gone to resume: start a new session instead.";
  expect(await agent.next("error")).toEqual({ type: "error", code: "resume_failed", message });
  expect(await agent.exit).toEqual({ code: 1, signal: null });
  expect(await agent.stderr).toBe(`${message}\n`);
});

test("an id that is taken, and one that is no file name, are refused", async () => {
  const { stateDir } = startDemoAgent();
  await until("its history", () => existsSync(join(stateDir, "s1.jsonl")));
  const again = startDemoAgent({ stateDir });
  expect(await again.next("error")).toMatchObject({ code: "native_id_taken" });
  expect(await again.exit).toEqual({ code: 1, signal: null });
  const stray = startDemoAgent({ args: ["--session-id", "../s1"] });
  expect(await stray.exit).toEqual({ code: 2, signal: null });
  expect(await stray.stderr).toContain("usage: ");
});

test("a message that it can't read is told, and nothing else happens", async () => {
  const agent = startDemoAgent();
  agent.child.stdin.write("\n\r\nhalf a {\n");
  const message = "I could not read this message: half a {";
  expect(await agent.next("error")).toEqual({ type: "error", code: "unreadable_message", message });
  expect(await agent.said("[[say: fine]]")).toBe("fine");
});
