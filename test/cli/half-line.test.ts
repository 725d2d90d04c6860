// The terminal is gone in the middle of a line: what was not finished with Enter answers nothing.
import { expect, test } from "vitest";
import { until } from "../kit/until.ts";
import { asks, cliDaemon } from "./cli-daemon.ts";

async function asking() {
  const cli = await cliDaemon();
  const { session, agent } = await cli.daemon.working("go");
  await cli.daemon.client.rename(session, "docs");
  agent.say(asks("q1", "rm x"));
  await until("the question", async () => (await cli.daemon.client.inbox()).items.length === 1);
  const open = async () => (await cli.daemon.client.inbox()).items.map(({ id }) => id);
  return { cli, session, agent, open };
}

test("half a line at a question is no answer", async () => {
  const { cli, open } = await asking();
  const running = cli.start(["answer", "docs", "--no-color"], { isTerminal: true });
  await until("the question", () => running.out().includes("1|2|3|4|5 › "));
  running.type("1");
  running.end();
  expect((await running.result).code).toBe(130);
  expect(await open()).toEqual(["q1"]);
});

test("half a reason denies nothing", async () => {
  const { cli, open } = await asking();
  const running = cli.start(["answer", "docs", "5", "--no-color"], { isTerminal: true });
  await until("the reason", () => running.out().includes("why? › "));
  running.type("it is to");
  running.end();
  expect((await running.result).code).toBe(130);
  expect(await open()).toEqual(["q1"]);
});

test("half a yes confirms nothing", async () => {
  const { cli, session } = await asking();
  const running = cli.start(["delete", "docs", "--force", "--no-color"], { isTerminal: true });
  await until("the confirmation", () => running.out().includes("[y/N] "));
  running.type("y");
  running.end();
  expect((await running.result).code).toBe(130);
  expect((await cli.daemon.client.session(session)).state.lifecycle.trashed).toBeNull();
});

test.for([
  ["attach", ["attach", "docs"], "answer 1|2|3|4|5 › "],
  ["inbox", ["inbox"], "number, or Enter › "],
] as const)("%s leaves, and answers nothing", async ([, words, label]) => {
  const { cli, open } = await asking();
  const running = cli.start([...words, "--no-color"], { isTerminal: true });
  await until("the question", () => running.out().includes(label));
  running.type("1");
  running.end();
  await running.result;
  expect(await open()).toEqual(["q1"]);
});
