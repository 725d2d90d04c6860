import { expect, test } from "vitest";
import { type EventBody, type PromptWatch, watchEvent, watchPrompt } from "../../src/core/index.ts";
import { body, created, daemon, delivered, ended, place, queued, said } from "../kit/events.ts";

const outcome = (...bodies: EventBody[]): PromptWatch["end"] => place(bodies).reduce(watchEvent, watchPrompt("p1")).end;

test("a prompt ends with its own turn, and its answer is the whole last message", () => {
  const end = outcome(
    ...delivered("p0", "t0"),
    said("m0", "not mine"),
    ended("t0", "completed", "p0"),
    ...delivered("p1", "t1"),
    said("m1", "first"),
    said("m2", "second, "),
    said("m2", "in pieces"),
    ended("t1"),
    ...delivered("p2", "t2"),
    said("m3", "nor this"),
    ended("t2", "failed", "p2"),
  );
  expect(end).toMatchObject({ kind: "ended", turn: "t1", reason: "completed", message: "second, in pieces" });
});

test("nothing is said while it waits or runs", () => {
  expect(outcome(created, queued("p1"))).toBeNull();
  expect(outcome(...delivered("p1", "t1"), said("m1", "on it"))).toBeNull();
});

test("a failed turn, a withdrawn prompt and an agent that does not start are ends too", () => {
  const failed = body("turn_end", { turn: "t1", promptId: "p1", reason: "failed", error: "no" });
  expect(outcome(...delivered("p1", "t1"), failed)).toMatchObject({ reason: "failed", error: "no", message: null });
  expect(outcome(queued("p1"), body("prompt_withdrawn", { promptId: "p1", reason: "session killed" }))).toMatchObject({
    kind: "withdrawn",
    reason: "session killed",
  });
  const halted = body("error", { code: "start_failed", message: "not installed", hint: "npm install x" }, daemon);
  expect(outcome(queued("p1"), halted)).toMatchObject({
    kind: "halted",
    message: "not installed",
    hint: "npm install x",
  });
});

test("[M-25] words that were steered into a turn end with it", () => {
  const into = body("user_prompt", { promptId: "p1", text: "", turn: "t0", steered: true });
  const end = outcome(...delivered("p0", "t0"), queued("p1"), into, said("m1", "as you like"), ended("t0"));
  expect(end).toMatchObject({ kind: "ended", turn: "t0", message: "as you like" });
});

test("a daemon's complaint about another prompt's turn is no end", () => {
  const silent = body("error", { code: "silent", message: "nothing for 10 minutes" }, daemon);
  expect(outcome(...delivered("p0", "t0"), queued("p1"), silent)).toBeNull();
});

test("an agent that nobody has logged in goes no further", () => {
  const complaint = body("error", { code: "not_logged_in", message: "log in" }, { kind: "agent", name: "demo" });
  expect(outcome(queued("p1"), complaint)).toMatchObject({ kind: "halted", message: "log in" });
});

test("an agent's own complaint between turns is no end: it may be tried again", () => {
  const complaint = body("error", { code: "agent_failed", message: "hm" }, { kind: "agent", name: "demo" });
  expect(outcome(queued("p1"), complaint)).toBeNull();
});
