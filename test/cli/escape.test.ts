// Esc at whatever asks a person: it goes back at once, and no key that comes with it answers.
import { expect, test } from "vitest";
import { until } from "../kit/until.ts";
import { dialogues, docsAsking, shown } from "./asking.ts";
import { isAsked } from "./run-cli.ts";

/** Reads of the terminal, one after the other. Over a slow link Esc comes in one with what was pressed before and after it. */
const reads = [["\x1b"], ["y", "\x1b"], ["\x1by\r"], ["y\x1b\r"], ["y\x1b", "\r"]].map((keys) => ({ keys }));

test.for(reads)("a confirmation that gets $keys is taken back", async ({ keys }) => {
  const cli = await docsAsking();
  const running = await shown(cli, ...dialogues.confirmation);
  for (const read of keys) running.type(read);
  const { code, err } = await running.result;
  expect(code).toBe(130);
  expect(err).toContain("nothing was done");
  expect((await cli.daemon.client.session(cli.session)).state.lifecycle.trashed).toBeNull();
});

test.for(reads)("a question that gets $keys stays open", async ({ keys }) => {
  const cli = await docsAsking();
  const running = await shown(cli, ...dialogues.answer);
  for (const read of keys) running.type(read);
  const { code, err } = await running.result;
  expect(code).toBe(130);
  expect(err).toContain("the question stays open");
  expect(await cli.open()).toEqual(["q1"]);
});

test("Esc while a reason is typed denies nothing", async () => {
  const cli = await docsAsking();
  const running = await shown(cli, ...dialogues.reason);
  running.type("it is to");
  running.type("\x1b");
  expect((await running.result).code).toBe(130);
  expect(await cli.open()).toEqual(["q1"]);
});

test("what was answered stays on the screen, behind what was asked", async () => {
  const cli = await docsAsking();
  const running = await shown(cli, ...dialogues.confirmation);
  running.type("maybe\r");
  const told = () => running.out().slice(running.out().indexOf("type y or n"));
  await until("what can be said", () => running.out().includes("type y or n") && isAsked(told(), "[y/N] "));
  running.type("y\r");
  await running.result;
  expect(running.out()).toMatch(/type y or n\n.*\[y\/N\] y\n/s);
});
