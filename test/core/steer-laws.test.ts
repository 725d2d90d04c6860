// What holds a prompt back holds it back from the running turn, too; and what is for one turn only never begins another.
import { expect, test } from "vitest";
import { type DataOf, type EventBody, nextStep } from "../../src/core/index.ts";
import { ada, body, bound, created, foldBodies, queued, running, said, started } from "../kit/events.ts";

const steering = (how: Partial<DataOf<"prompt_queued">> = {}, otherwise: "queue" | "withdraw" = "queue"): EventBody =>
  queued("p2", "also", { steer: { turn: "t1", otherwise }, ...how });

test("words for the running turn go into it", () => {
  expect(nextStep(foldBodies(...running, steering()))).toMatchObject({ type: "steer", turn: "t1" });
});

test.for<[string, EventBody[]]>([
  ["they are held", [steering({ held: true })]],
  ["it is too early", [steering({ notBefore: "2030-01-01T00:00:00.000Z" })]],
  ["they wait for the prompt of that very turn", [steering({ after: "p1" })]],
  ["the queue was paused meanwhile", [steering(), body("queue_paused", { paused: true }, ada)]],
])("they don't while %s", ([, events]) => {
  expect(nextStep(foldBodies(...running, ...events))).toBeNull();
});

test("words for one turn only, which was interrupted before they went, begin no turn of their own", () => {
  const byItself = [
    created,
    started("r1"),
    bound("r1"),
    body("turn_start", { turn: "t1", promptId: null }),
    said("m", "hm"),
  ];
  const interrupted = [
    body("interrupt", { turn: "t1", state: "requested" }, ada),
    body("interrupt", { turn: "t1", state: "sent" }),
    body("queue_paused", { paused: false }, ada),
  ];
  const state = foldBodies(...byItself, steering({}, "withdraw"), ...interrupted);
  expect(nextStep(state)).toBeNull();
  const ended = foldBodies(
    ...byItself,
    steering({}, "withdraw"),
    ...interrupted,
    body("turn_end", { turn: "t1", promptId: null, reason: "interrupted" }),
  );
  expect(nextStep(ended)).toMatchObject({ type: "withdraw", prompt: { promptId: "p2" } });
});
