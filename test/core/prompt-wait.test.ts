// What a queued prompt waits for is read from the state: the fold alone knows what holds a queue and what lets it go.
import { expect, test } from "vitest";
import { type EventBody, noLimits, waitOf } from "../../src/core/index.ts";
import { agent, body, delivered, ended, foldBodies, queued } from "../kit/events.ts";

const nowMs = Date.parse("2026-06-01T00:00:00.000Z");
const waits = (...bodies: EventBody[]) => waitOf(foldBodies(...bodies), "p1", { limits: noLimits, nowMs });

const before = [...delivered("p0", "t0"), queued("p1")];
const end = ended("t0", "interrupted", "p0");
const paused = (is: boolean) => body("queue_paused", { paused: is });
const held = (is: boolean) => body("prompt_edited", { promptId: "p1", held: is });
const theQueue = { kind: "held", what: "queue" };
const itself = { kind: "held", what: "prompt", prompt: { promptId: "p1" } };

test("a prompt behind a turn waits for its end", () => {
  expect(waits(...before)).toEqual({ kind: "turn", turn: "t0" });
  expect(waits(...before, ended("t0", "completed", "p0"))).toBeNull();
});

test("a queue or a prompt that a person holds needs a person, until it is let go", () => {
  expect(waits(...before, paused(true))).toMatchObject(theQueue);
  expect(waits(...before, paused(true), paused(false))).toMatchObject({ kind: "turn" });
  expect(waits(...before, paused(true), queued("p2"))).toMatchObject({ kind: "turn" });
  const later = queued("p2", "", { notBefore: "2027-01-01T00:00:00.000Z" });
  expect(waits(...before, paused(true), later)).toMatchObject(theQueue);
  expect(waits(...before, held(true), queued("p2"))).toMatchObject(itself);
  expect(waits(...before, held(true), held(false))).toMatchObject({ kind: "turn" });
  expect(waits(...delivered("p0", "t0"), queued("p1", "", { held: true }))).toMatchObject(itself);
});

test("[C-16] a mode or model that the agent refuses holds the queue, until somebody lets it go", () => {
  for (const code of ["mode_refused", "model_refused"]) {
    const refused = body("error", { code, message: "no" }, agent);
    expect(waits(...before, end, refused)).toMatchObject({ ...theQueue, refusal: "no" });
    expect(waits(...before, end, refused, paused(false))).toBeNull();
  }
});

test("an interrupt holds the queue, unless something was sent with it", () => {
  const interrupt = body("interrupt", { turn: "t0", state: "requested" });
  expect(waits(...before, interrupt, end)).toMatchObject(theQueue);
  expect(waits(...before, interrupt, queued("p2"), end)).toBeNull();
});

test("a prompt waits for what the one before it waits for", () => {
  const at = "2027-01-01T00:00:00.000Z";
  const chained = (more: object) => [
    ...delivered("p0", "t0"),
    queued("p2", "", more),
    queued("p1", "", { after: "p2" }),
    end,
  ];
  expect(waits(...chained({}))).toMatchObject({ kind: "after", before: { promptId: "p2" } });
  expect(waits(...chained({ notBefore: at }))).toMatchObject({ kind: "time", at, before: { promptId: "p2" } });
  expect(waits(...chained({ held: true }))).toMatchObject({ kind: "held", what: "before", prompt: { promptId: "p2" } });
});
