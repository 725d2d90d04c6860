// A driver has no clock: the session reads the time out of a quota's text when it commits it.
import { expect, test } from "vitest";
import { initialState } from "../../src/core/index.ts";
import { factsToEvents } from "../../src/session/facts-to-events.ts";

const context = {
  state: initialState,
  run: "r1",
  by: { kind: "agent", name: "demo" },
  at: "2026-11-15T20:25:38.000Z",
} as const;

test.for([
  [null, "You've hit your limit · resets 3pm (Europe/Berlin)", "2026-11-16T14:00:00.000Z"],
  [null, "You have exhausted your daily quota on this model.", null],
  ["2026-11-15T22:00:00.000Z", "You've hit your limit · resets 3pm (UTC)", "2026-11-15T22:00:00.000Z"],
] as const)("%s and %j make %s", ([known, text, until]) => {
  const [event] = factsToEvents([{ type: "quota_reached", data: { until: known, text } }], context);
  expect(event).toEqual({ type: "quota_reached", by: context.by, data: { until, text } });
});
