// What the built demo agent says, by plain pipes: directives as docs/demo-agent.md lists them.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startDemoAgent, textOf } from "../../kit/demo-agent.ts";

test("say and think stream word by word, each as one message", async () => {
  expect(await startDemoAgent().turn("[[think: hm]] ignored [[say: one  two\nthree]]")).toEqual([
    { type: "thought", message: "m1", text: "hm" },
    { type: "text", message: "m2", text: "one" },
    { type: "text", message: "m2", text: "  two" },
    { type: "text", message: "m2", text: "\nthree" },
    { type: "done", prompt: "p1", reason: "completed", entries: expect.any(Number) },
  ]);
});

test("count says every number once", async () => {
  const expected = Array.from({ length: 2000 }, (_, at) => at + 1).join(" ");
  expect(await startDemoAgent().said("[[pace: 0]] [[count: 2000]]")).toBe(expected);
});

test("a plan begins with its first entry and is completed with the turn", async () => {
  const [begun, done] = await startDemoAgent().turn("[[plan: one | two]]");
  const entries = (...statuses: string[]) => statuses.map((status, at) => ({ content: ["one", "two"][at], status }));
  expect(begun).toEqual({ type: "plan", entries: entries("in_progress", "pending") });
  expect(done).toEqual({ type: "plan", entries: entries("completed", "completed") });
});

test("usage is counted from what was said, or as the prompt says", async () => {
  const agent = startDemoAgent();
  agent.prompt("[[say: 12345678]]");
  expect(await agent.next("usage")).toEqual({ type: "usage", inputTokens: 5, outputTokens: 2, costUsd: 0 });
  agent.prompt("[[usage: 1200 340 0.02]]");
  expect(await agent.next("usage")).toEqual({ type: "usage", inputTokens: 1200, outputTokens: 340, costUsd: 0.02 });
});

test("env says a variable's value", async () => {
  const agent = startDemoAgent({ env: { SHOWN: "a b" } });
  expect(await agent.said("[[env: SHOWN]]")).toBe("SHOWN=a b");
  expect(await agent.said("[[env: NOT_THERE]]")).toBe("NOT_THERE is not set");
});

test("a prompt of a megabyte arrives whole", async () => {
  const prompt = `[[echo-hash]] ${"漢字 \u{1f600} \ud800 \r\n\t\0".repeat(60_000)}`;
  const bytes = Buffer.from(prompt);
  expect(bytes.length).toBeGreaterThan(2 ** 20);
  const hash = createHash("sha256").update(bytes).digest("hex");
  expect(await startDemoAgent().said(prompt)).toBe(`sha256 ${hash} ${bytes.length} bytes`);
});

test("a prompt without directives gets a short answer", async () => {
  const answer = await startDemoAgent().said("Hello?");
  expect(answer).toContain("demo agent");
  expect(answer).toContain('You asked "Hello?"');
});

test("unknown directives and unreadable arguments get a polite sentence, and the turn goes on", async () => {
  const agent = startDemoAgent();
  const answer = await agent.said("[[pace: 0]] [[dance]] [[count: many]] [[die: tomorrow]] [[say: Still here.]]");
  expect(answer).toContain("I don't know `[[dance]]`");
  expect(answer).toContain("`[[write: path | content]]`");
  expect(answer).toContain("I can't read `[[count: many]]`. Its form is `[[count: 500]]`.");
  expect(answer).toContain("I can't read `[[die: tomorrow]]`");
  expect(answer.endsWith("Still here.")).toBe(true);
});

test("wait-for waits for a file, in a folder that is not there yet too", async () => {
  const agent = startDemoAgent();
  agent.prompt("[[say: before]] [[wait-for: sub/go]] [[say: after]]");
  await agent.next("text");
  mkdirSync(join(agent.cwd, "sub"));
  writeFileSync(join(agent.cwd, "sub/go"), "");
  expect(textOf(await agent.upTo("done"))).toBe("after");
});

test("pace and wait take their time", async () => {
  const agent = startDemoAgent();
  await agent.next("ready");
  const begin = performance.now();
  await agent.turn("[[pace: 20ms]] [[say: a b c]] [[wait: 0.1s]]");
  expect(performance.now() - begin).toBeGreaterThanOrEqual(138);
});
