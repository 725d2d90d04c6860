// The terminal is gone in the middle of a line: what was not finished with Enter answers nothing.
import { expect, test } from "vitest";
import { dialogues, docsAsking, shown } from "./asking.ts";

test("half a line at a question is no answer", async () => {
  const cli = await docsAsking();
  const running = await shown(cli, ...dialogues.answer);
  running.type("1");
  running.end();
  expect((await running.result).code).toBe(130);
  expect(await cli.open()).toEqual(["q1"]);
});

test("half a reason denies nothing", async () => {
  const cli = await docsAsking();
  const running = await shown(cli, ...dialogues.reason);
  running.type("it is to");
  running.end();
  expect((await running.result).code).toBe(130);
  expect(await cli.open()).toEqual(["q1"]);
});

test("half a yes confirms nothing", async () => {
  const cli = await docsAsking();
  const running = await shown(cli, ...dialogues.confirmation);
  running.type("y");
  running.end();
  expect((await running.result).code).toBe(130);
  expect((await cli.daemon.client.session(cli.session)).state.lifecycle.trashed).toBeNull();
});

test.for([
  ["attach", ["attach", "docs"], "answer 1|2|3|4|5 › "],
  ["inbox", ["inbox"], "number, or Enter › "],
] as const)("%s leaves, and answers nothing", async ([, words, label]) => {
  const cli = await docsAsking();
  const running = await shown(cli, words, label);
  running.type("1");
  running.end();
  await running.result;
  expect(await cli.open()).toEqual(["q1"]);
});
