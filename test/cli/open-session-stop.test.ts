// Esc in an open session: it stops the turn that the person saw, never the one that has just taken its place.
import { expect, test } from "vitest";
import { noLimits } from "../../src/core/index.ts";
import { openHoldingDoor } from "../kit/holding-door.ts";
import { until } from "../kit/until.ts";
import { cliDaemon, done, text } from "./cli-daemon.ts";
import { isAsked } from "./run-cli.ts";

const ESC = "\x1b";
const TOO_LATE = "not stopped: that turn has just ended; Esc again stops the next one";

/** A session that is open in a terminal, with one turn that runs and one that waits. */
async function openSession(door?: (next: () => Promise<void>, daemonSocket: string) => Promise<{ home: string }>) {
  const { daemon, start } = await cliDaemon();
  const { session, agent } = await daemon.working("first");
  await daemon.send(session, "second");
  const next = async (): Promise<void> => {
    agent.say(done);
    await until("the next turn", () => agent.prompts.includes("second"));
  };
  let nowMs = Date.now();
  const around = { isTerminal: true, now: () => nowMs, ...(await door?.(next, daemon.paths.socket)) };
  const attached = start(["attach", session.slice(0, 8), "--no-color"], around);
  const sees = (words: string) => until(words, () => attached.out().includes(words));
  await sees("Esc stops it");
  const stops = () => agent.heard.filter(({ said }) => said === "interrupt").length;
  const later = (ms: number): void => {
    nowMs += ms;
  };
  const leave = () => {
    attached.type("\x03");
    return attached.result;
  };
  return { daemon, session, type: attached.type, sees, next, stops, later, leave, agent, out: attached.out };
}

test("Esc stops the turn that runs", async () => {
  const { type, stops, leave } = await openSession();
  type(ESC);
  await until("the stop", () => stops() === 1);
  await leave();
});

test("a turn that begins while the word to stop is on its way goes on, and that is said", async () => {
  const { type, sees, stops, leave, daemon, session } = await openSession((next, daemonSocket) =>
    openHoldingDoor(daemonSocket, { operation: "interrupt", meanwhile: next }),
  );
  type(ESC);
  await sees(TOO_LATE);
  expect([stops(), daemon.types(session).includes("interrupt")]).toEqual([0, false]);
  await leave();
});

test("Esc right after one turn took the place of another stops neither; a second later it stops the new one", async () => {
  const { type, sees, next, stops, later, leave, daemon, session, agent } = await openSession();
  await next();
  agent.say(text("at work on the second"));
  await sees("at work on the second");
  later(999);
  type(ESC);
  await sees(TOO_LATE);
  expect([stops(), daemon.types(session).includes("interrupt")]).toEqual([0, false]);
  later(1);
  type(ESC);
  await until("the stop", () => stops() === 1);
  await leave();
});

test("Esc keeps a session that waits for its quota from going on by itself, and says so", async () => {
  const { daemon, start } = await cliDaemon();
  daemon.limits = { ...noLimits, resumeAfterQuota: true };
  const { session, agent } = await daemon.working("first");
  const reset = new Date(Date.parse(daemon.clock.now()) + 3_600_000).toISOString();
  agent.say({ type: "quota_reached", data: { until: reset, text: "limit reached" } });
  agent.say({ type: "turn_end", reason: "limit", error: "limit reached" });
  await daemon.ofType(session, "turn_end");
  const attached = start(["attach", session.slice(0, 8), "--no-color"], {
    isTerminal: true,
    nowMs: Date.now() + 5_000,
  });
  await until("the end of the turn", () => attached.out().includes("limit reached"));
  await until("the line", () => isAsked(attached.out(), "› "));
  attached.type(ESC);
  await until("the word", () => attached.out().includes("nothing continues until you send something"));
  expect(await daemon.client.queue(session)).toMatchObject({ paused: true });
  attached.type("\x03");
  await attached.result;
});

test("Esc right after a prompt that the person sent when the turn had ended stops that one", async () => {
  const { type, sees, next, stops, leave, agent, out } = await openSession();
  await next();
  agent.say(done);
  await until("both ends", () => out().split("✓ done").length > 2, 4_000);
  type("third\r");
  await until("the third turn", () => agent.prompts.includes("third"));
  agent.say(text("at work on the third"));
  await sees("at work on the third");
  type(ESC);
  await until("the stop", () => stops() === 1, 4_000);
  await leave();
});
