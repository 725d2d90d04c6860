// Esc at whatever asks a person: it goes back at once, and no key that comes with it answers.
import { expect, test } from "vitest";
import { until } from "../kit/until.ts";
import { asks, cliDaemon } from "./cli-daemon.ts";
import { isAsked } from "./run-cli.ts";

async function asking() {
  const cli = await cliDaemon();
  const { session, agent } = await cli.daemon.working("go");
  await cli.daemon.client.rename(session, "docs");
  agent.say(asks("q1", "rm x"));
  await until("the question", async () => (await cli.daemon.client.inbox()).items.length === 1);
  const open = async () => (await cli.daemon.client.inbox()).items.map(({ id }) => id);
  return { cli, session, open };
}

/** Reads of the terminal, one after the other. Over a slow link Esc comes in one with what was pressed before and after it. */
const reads = [["\x1b"], ["y", "\x1b"], ["\x1by\r"], ["y\x1b\r"], ["y\x1b", "\r"]].map((keys) => ({ keys }));

test.for(reads)("a confirmation that gets $keys is taken back", async ({ keys }) => {
  const { cli, session } = await asking();
  const running = cli.start(["delete", "docs", "--force", "--no-color"], { isTerminal: true });
  await until("the confirmation", () => running.out().includes("[y/N] "));
  for (const read of keys) running.type(read);
  const { code, err } = await running.result;
  expect(code).toBe(130);
  expect(err).toContain("nothing was done");
  expect((await cli.daemon.client.session(session)).state.lifecycle.trashed).toBeNull();
});

test.for(reads)("a question that gets $keys stays open", async ({ keys }) => {
  const { cli, open } = await asking();
  const running = cli.start(["answer", "docs", "--no-color"], { isTerminal: true });
  await until("the question", () => running.out().includes("1|2|3|4|5 › "));
  for (const read of keys) running.type(read);
  const { code, err } = await running.result;
  expect(code).toBe(130);
  expect(err).toContain("the question stays open");
  expect(await open()).toEqual(["q1"]);
});

test("Esc while a reason is typed denies nothing", async () => {
  const { cli, open } = await asking();
  const running = cli.start(["answer", "docs", "5", "--no-color"], { isTerminal: true });
  await until("the reason", () => running.out().includes("why? › "));
  running.type("it is to");
  running.type("\x1b");
  expect((await running.result).code).toBe(130);
  expect(await open()).toEqual(["q1"]);
});

test("what was answered stays on the screen, behind what was asked", async () => {
  const { cli } = await asking();
  const running = cli.start(["delete", "docs", "--force", "--no-color"], { isTerminal: true });
  await until("the confirmation", () => running.out().includes("[y/N] "));
  running.type("maybe\r");
  const told = () => running.out().slice(running.out().indexOf("say y or n"));
  await until("what can be said", () => running.out().includes("say y or n") && isAsked(told(), "[y/N] "));
  running.type("y\r");
  await running.result;
  expect(running.out()).toMatch(/say y or n\n.*\[y\/N\] y\n/s);
});
