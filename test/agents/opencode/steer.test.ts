// Words into a turn of OpenCode that runs, and interrupts.
import { expect, test } from "vitest";
import { begins, ends, failure, idle, ours, ready, response, tool, working } from "./life.ts";

const aborted = { name: "MessageAbortedError", data: { message: "Aborted" } };
const stops = [failure(aborted.name, aborted.data), idle, ends("msg_2", "msg_1", { error: aborted }), idle];

test("words that the model is given with its next step end with the turn", () => {
  const life = working();
  life.steer("w1");
  life.say(ours("w1", "msg_3"), ends("msg_2", "msg_1", { finish: "tool-calls" }), begins("msg_4", "msg_3"));
  expect(life.say(ends("msg_4", "msg_3"), idle)).toEqual([{ type: "turn_end", reason: "completed", mark: "msg_4" }]);
});

test("words that came after its answer hold the turn until they are answered", () => {
  const life = working();
  life.steer("w1");
  expect(life.say(ends("msg_2", "msg_1"), idle)).toEqual([]);
  life.say(ours("w1", "msg_3"), begins("msg_4", "msg_3"), ends("msg_4", "msg_3"));
  expect(life.say(idle)).toEqual([{ type: "turn_end", reason: "completed", mark: "msg_4" }]);
});

test("words that OpenCode refuses are told of, and hold nothing", () => {
  const life = working();
  life.steer("w1");
  expect(life.say(response("prompt:w1", 500))).toMatchObject([{ type: "notice", data: { kind: "refused" } }]);
  expect(life.say(ends("msg_2", "msg_1"), idle)).toMatchObject([{ type: "turn_end", reason: "completed" }]);
});

test("a failure ends the turn though words wait: nobody would answer them", () => {
  const life = working();
  life.steer("w1");
  const error = { name: "APIError", data: { message: "no" } };
  expect(life.say(ours("w1", "msg_3"), idle, ends("msg_2", "msg_1", { error }), idle)).toMatchObject([
    { type: "error" },
    { type: "turn_end", reason: "failed" },
  ]);
});

test("[R-32] an interrupt ends the turn once, when its answer is closed", () => {
  const life = working();
  life.interrupt();
  expect(life.asked()).toEqual(["POST /session/ses_1/abort"]);
  expect(life.say(...stops)).toEqual([{ type: "turn_end", reason: "interrupted", mark: "msg_2" }]);
  life.interrupt();
  expect(life.asked()).toEqual([]);
});

test("an interrupt before the prompt was taken up is said again when it is", () => {
  const life = ready();
  life.deliver("p1");
  life.interrupt();
  life.asked();
  expect(life.say(idle)).toEqual([]);
  life.say(ours("p1", "msg_1"));
  expect(life.asked()).toEqual(["POST /session/ses_1/abort"]);
  expect(life.say(idle)).toEqual([{ type: "turn_end", reason: "interrupted", mark: "msg_1" }]);
});

test("[C-17] an interrupt takes words that were not heard back, also those that are still on their way", () => {
  const life = working();
  life.steer("w1");
  life.steer("w2");
  life.say(ours("w1", "msg_3"));
  life.interrupt();
  life.asked();
  expect(life.say(...stops)).toEqual([]);
  life.say(ours("w2", "msg_4"));
  expect(life.asked()).toEqual(["POST /session/ses_1/abort"]);
  expect(life.say(idle)).toEqual([{ type: "turn_end", reason: "interrupted", mark: "msg_2" }]);
  expect(life.asked()).toEqual(["DELETE /session/ses_1/message/msg_3", "DELETE /session/ses_1/message/msg_4"]);
});

test("a command that an interrupt stops was cancelled, whatever OpenCode calls it", () => {
  const life = working();
  life.say(tool("bash", { status: "running", input: { command: "sleep 9" } }));
  life.interrupt();
  const completed = { status: "completed", input: { command: "sleep 9" }, output: "(no output)" };
  expect(life.say(tool("bash", completed))).toMatchObject([{ data: { toolCallId: "r1-call_1", status: "cancelled" } }]);
});
