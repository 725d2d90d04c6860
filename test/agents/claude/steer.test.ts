// Words into a turn of Claude Code that runs: heard in it, after its answer, or never because of an interrupt.
import { expect, test } from "vitest";
import { echo, init, oneshot, result, stream, working } from "./life.ts";

const taken = (promptId: string) => ({ type: "steer_taken", promptId });
const done = { type: "turn_end", reason: "completed" };
const steered = () => {
  const life = working();
  life.say(init, echo("p1"));
  life.steer("w1");
  return life;
};

test("only the long-lived process takes words while it works", () => {
  expect([stream.capabilities.steer, oneshot.capabilities.steer]).toEqual([true, false]);
});

test("words that were heard in the turn end with it", () => {
  const life = steered();
  expect(life.writes.at(-1)).toMatchObject({ type: "user", uuid: "w1", message: { content: [{ text: "more" }] } });
  expect(life.say(echo("w1"), result({ user_message_uuids: ["p1"] }))).toEqual([taken("w1"), done]);
});

test("the turn goes on with words that came after the last tool, and ends when all are answered", () => {
  const life = steered();
  life.steer("w2");
  expect(life.say(result({ user_message_uuids: ["p1"] }))).toEqual([]);
  expect(life.say(init, echo("w1"), result({ user_message_uuids: ["w1"] }))).toEqual([taken("w1")]);
  expect(life.say(init, echo("w2"), result({ user_message_uuids: ["w2"] }))).toEqual([taken("w2"), done]);
});

test("words that the program answers together end together", () => {
  const life = steered();
  life.steer("w2");
  expect(life.say(result({ user_message_uuids: ["p1"] }))).toEqual([]);
  expect(life.say(result({ user_message_uuids: ["w1", "w2"] }))).toEqual([done]);
});

test("a version that does not say whose turn ended is believed by its echoes", () => {
  const life = steered();
  expect(life.say(result(), init, echo("w1"), result())).toEqual([taken("w1"), done]);
});

test("a failure before words that still wait is told, and the turn goes on with them", () => {
  const life = steered();
  const facts = life.say(result({ is_error: true, result: "boom", user_message_uuids: ["p1"] }));
  expect(facts).toMatchObject([{ type: "error", data: { message: "boom" } }]);
  expect(life.say(result({ user_message_uuids: ["w1"] }))).toEqual([done]);
});

test("[C-17] an interrupt takes words that wait with it: the turn ends once", () => {
  const life = steered();
  life.interrupt();
  const dropped = { subtype: "success", request_id: "interrupt-2", response: { cancelled: ["w1"] } };
  const stopped = result({ subtype: "error_during_execution", user_message_uuids: ["p1"] });
  expect(life.say({ type: "control_response", response: dropped }, stopped)).toEqual([
    { type: "turn_end", reason: "interrupted" },
  ]);
});

test("words that the interrupt did not reach are a turn of the agent's own, which ends, too", () => {
  const life = steered();
  life.interrupt();
  expect(life.say(result({ subtype: "error_during_execution", user_message_uuids: ["p1"] }))).toEqual([
    { type: "turn_end", reason: "interrupted" },
  ]);
  expect(life.say(init, result({ user_message_uuids: ["w1"] }))).toEqual([done]);
});

test("into what the agent does by itself, words are a prompt", () => {
  const life = working();
  life.say(init, result({ user_message_uuids: ["p1"] }), init);
  life.steer("w1");
  expect(life.say(result({ origin: { kind: "task" }, user_message_uuids: ["w1"] }))).toEqual([done]);
});
