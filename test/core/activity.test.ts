// When a session was last active: of a person, or of anyone.
import { expect, test } from "vitest";
import { type EventBody, summaryOf } from "../../src/core/index.ts";
import {
  ada,
  agent,
  asked,
  atSecond,
  body,
  daemon,
  ended,
  exited,
  fold,
  foldBodies,
  place,
  queued,
  running,
  said,
} from "../kit/events.ts";

const started = foldBodies(...running);
const [person, anyone] = [summaryOf("s1", started).lastActiveAt, summaryOf("s1", started).activityAt];

const after = (...bodies: EventBody[]) => {
  const { lastActiveAt, activityAt } = summaryOf("s1", fold(place(bodies, 100), { ...started, head: 100 }));
  return { person: lastActiveAt, anyone: activityAt };
};
const task = { taskId: "k1", kind: "command", title: "watch" } as const;

test.for<[string, EventBody[]]>([
  ["the end of a turn", [ended("t1")]],
  ["a question", [asked("q1")]],
  ["an error", [body("error", { code: "failed", message: "no" }, daemon)]],
  [
    "the end of a background task",
    [body("task_start", task, agent), body("task_end", { taskId: "k1", outcome: "completed" }, agent)],
  ],
  ["a turn that the agent begins", [ended("t1"), body("turn_start", { turn: "t2", promptId: null }, agent)]],
])("[R-06] %s is activity, and not a person's", ([, bodies]) => {
  expect(after(...bodies)).toEqual({ person, anyone: atSecond(100 + bodies.length) });
});

test("[R-06] a person's act is activity of both kinds", () => {
  expect(after(queued("p9"))).toEqual({ person: atSecond(101), anyone: atSecond(101) });
});

test.for<[string, EventBody[]]>([
  ["what an agent says in a turn", [said("m1", "on it")]],
  ["a look, and a place in the list", [body("acknowledged", { seq: 3 }, ada), body("arranged", { pinned: true }, ada)]],
  ["a notice", [body("notice", { kind: "held_back", text: "wait" }, daemon)]],
])("%s is none", ([, bodies]) => {
  expect(after(...bodies)).toEqual({ person, anyone });
});

test("an idle process that is parked or gone is none", () => {
  const end = ended("t1");
  for (const outcome of ["rested", "stopped", "exited", "lost"] as const)
    expect(after(end, exited("r1", outcome))).toEqual({ person, anyone: atSecond(101) });
});
