// The built demo agent asks before it acts, and does what it was told.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { outputOf, startDemoAgent, textOf } from "../../kit/demo-agent.ts";

test("[M-27] a command runs only after it was allowed", async () => {
  const agent = startDemoAgent();
  agent.prompt("[[ask: echo ran > ran.txt]]");
  const { question, title, detail } = await agent.next("ask");
  expect({ title, detail }).toEqual({ title: "Run `echo ran > ran.txt`", detail: "echo ran > ran.txt" });
  expect(existsSync(join(agent.cwd, "ran.txt"))).toBe(false);
  agent.send({ type: "answer", id: question, option: "allow" });
  expect((await agent.upTo("done")).map(({ type }) => type)).toEqual(["tool_running", "tool_end", "usage", "done"]);
  expect(existsSync(join(agent.cwd, "ran.txt"))).toBe(true);
  agent.prompt("[[ask: echo ran > ran.txt]]");
  await agent.next("ask");
});

test("[M-27] a denied command does not run, and the agent repeats the person's words", async () => {
  const agent = startDemoAgent();
  agent.prompt("[[ask: touch ran.txt]]");
  const { question } = await agent.next("ask");
  agent.send({ type: "answer", id: question, option: "deny", message: "not today" });
  const lines = await agent.upTo("done");
  expect(outputOf(lines)).toEqual(["", "cancelled"]);
  expect(textOf(lines)).toBe('I did not run `touch ran.txt`: it was denied ("not today").');
  expect(existsSync(join(agent.cwd, "ran.txt"))).toBe(false);
});

test("[M-27] what is allowed for the session is not asked again, after a resume too", async () => {
  const agent = startDemoAgent();
  agent.prompt("[[ask: echo x >> log.txt]]");
  agent.send({ type: "answer", id: (await agent.next("ask")).question, option: "allow-session" });
  await agent.next("done");
  const again = await agent.turn("[[ask: echo x >> log.txt]]");
  await agent.finish();
  const { cwd, stateDir } = agent;
  const resumed = await startDemoAgent({ cwd, stateDir, args: ["--resume", "s1"] }).turn("[[ask: echo x >> log.txt]]");
  expect([...again, ...resumed].filter(({ type }) => type === "ask")).toEqual([]);
  expect(readFileSync(join(cwd, "log.txt"), "utf8")).toBe("x\nx\nx\n");
});

test("[M-27] the second answer to a question changes nothing", async () => {
  const agent = startDemoAgent();
  agent.prompt("[[ask: echo x >> log.txt]] [[ask: echo y >> log.txt]]");
  const first = (await agent.next("ask")).question;
  agent.send({ type: "answer", id: first, option: "allow" });
  agent.send({ type: "answer", id: first, option: "deny" });
  const second = (await agent.next("ask")).question;
  agent.send({ type: "answer", id: first, option: "deny" });
  agent.send({ type: "answer", id: second, option: "allow" });
  await agent.next("done");
  expect(readFileSync(join(agent.cwd, "log.txt"), "utf8")).toBe("x\ny\n");
});
