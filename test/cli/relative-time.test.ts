import { expect, test } from "vitest";
import { duration, liveTime, relativeTime, timeSince } from "../../src/cli/text/relative-time.ts";

const now = Date.UTC(2026, 5, 15, 12);
const ago = (seconds: number): string => new Date(now - seconds * 1000).toISOString();

test.for([
  [0, "now"],
  [10, "10s ago"],
  [59.9, "59s ago"],
  [60, "1m ago"],
  [125, "2m ago"],
  [3599, "59m ago"],
  [3600, "1h ago"],
  [86_399, "23h ago"],
  [86_400, "1d ago"],
  [30 * 86_400, "30d ago"],
  [31 * 86_400, "2026-05-15"],
  [-5, "now"],
] as const)("[R-31] %d seconds are %j", ([seconds, text]) => {
  expect(relativeTime(ago(seconds), now)).toBe(text);
});

test.for([
  [9.9, "now"],
  [10, "10s ago"],
  [59, "50s ago"],
  [60, "1m ago"],
  [-5, "now"],
] as const)("on a screen %d seconds are %j: they go on in steps of ten", ([seconds, text]) => {
  expect(liveTime(ago(seconds), now)).toBe(text);
});

test.for([
  [0, "0s"],
  [59, "59s"],
  [240, "4m"],
  [90 * 86_400, "90d"],
] as const)("what goes on for %d seconds does so for %j", ([seconds, text]) => {
  expect(timeSince(ago(seconds), now)).toBe(text);
});

test("what never was has no time", () => {
  expect(relativeTime("", now)).toBe("-");
});

test.for([
  [0, "0ms"],
  [999, "999ms"],
  [3240, "3.2s"],
  [59_940, "59.9s"],
  [125_000, "2m 05s"],
] as const)("%d ms are %j", ([ms, text]) => {
  expect(duration(ms)).toBe(text);
});
