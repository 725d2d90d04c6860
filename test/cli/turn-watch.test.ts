import { expect, test } from "vitest";
import { outcomeNow, watchEvent, watchPrompt } from "../../src/cli/session/turn-watch.ts";
import type { EventBody } from "../../src/core/index.ts";
import { agent, body, created, daemon, delivered, ended, place, queued, said } from "../kit/events.ts";

const outcome = (...bodies: EventBody[]): ReturnType<typeof outcomeNow> =>
  outcomeNow(place(bodies).reduce(watchEvent, watchPrompt("p1")));

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

test("a queue or a prompt that a person holds needs a person, until it is let go", () => {
  const paused = (is: boolean) => body("queue_paused", { paused: is });
  const held = (is: boolean) => body("prompt_edited", { promptId: "p1", held: is });
  const before = [...delivered("p0", "t0"), queued("p1")];
  expect(outcome(...before, paused(true))).toMatchObject({ kind: "held", what: "queue" });
  expect(outcome(...before, paused(true), paused(false))).toBeNull();
  expect(outcome(...before, paused(true), queued("p2"))).toBeNull();
  const later = queued("p2", "", { notBefore: "2027-01-01T00:00:00.000Z" });
  expect(outcome(...before, paused(true), later)).toMatchObject({ kind: "held", what: "queue" });
  expect(outcome(...before, held(true), queued("p2"))).toMatchObject({ kind: "held", what: "prompt" });
  expect(outcome(...before, held(true), held(false))).toBeNull();
  expect(outcome(queued("p1", "", { held: true }))).toMatchObject({ what: "prompt" });
});

test("[C-16] a mode or model that the agent refuses holds the queue, until somebody lets it go", () => {
  const refused = (code: string) => body("error", { code, message: "no" }, agent);
  expect(outcome(queued("p1"), refused("mode_refused"))).toMatchObject({ kind: "held", what: "queue" });
  expect(outcome(queued("p1"), refused("model_refused"))).toMatchObject({ kind: "held", what: "queue" });
  const released = body("queue_paused", { paused: false });
  expect(outcome(queued("p1"), refused("mode_refused"), released)).toBeNull();
});

test("an interrupt holds the queue once its turn has ended, unless something was sent with it", () => {
  const interrupt = body("interrupt", { turn: "t0", state: "requested" });
  const before = [...delivered("p0", "t0"), queued("p1"), interrupt];
  const end = ended("t0", "interrupted", "p0");
  expect(outcome(...before)).toBeNull();
  expect(outcome(...before, end)).toMatchObject({ kind: "held", what: "queue" });
  expect(outcome(...before, queued("p2"), end)).toBeNull();
  expect(outcome(...before, end, ...delivered("p1", "t1"))).toBeNull();
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
