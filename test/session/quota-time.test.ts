// A driver has no clock: the session reads the time out of a quota's text when it commits it.
import { expect, test } from "vitest";
import { initialState } from "../../src/core/index.ts";
import { Draft } from "../../src/session/draft.ts";
import { addFacts } from "../../src/session/run/facts-to-events.ts";

const at = "2026-11-15T20:25:38.000Z";
const by = { kind: "agent", name: "demo" } as const;

test.for([
  [null, "You've hit your limit · resets 3pm (Europe/Berlin)", "2026-11-16T14:00:00.000Z"],
  [null, "You have exhausted your daily quota on this model.", null],
  ["2026-11-15T22:00:00.000Z", "You've hit your limit · resets 3pm (UTC)", "2026-11-15T22:00:00.000Z"],
] as const)("%s and %j make %s", ([known, text, until]) => {
  const draft = new Draft({ session: "s1", state: initialState, at });
  addFacts(draft, [{ type: "quota_reached", data: { until: known, text } }], { run: "r1", by, policy: null });
  expect(draft.events).toMatchObject([{ type: "quota_reached", by, data: { until, text } }]);
});
