// What vendors say when they give no more, word for word, and when there is more again.
import { describe, expect, test } from "vitest";
import { isQuota, quotaIn, resetTimeIn } from "../../../src/agents/kit/quota.ts";

const now = "2026-11-15T20:25:38.000Z";

describe("when the quota is available again", () => {
  test.for([
    ["Claude AI usage limit reached|1794781538", "2026-11-15T22:25:38.000Z"],
    ["Claude AI usage limit reached|1794781538000", "2026-11-15T22:25:38.000Z"],
    ["You've hit your limit · resets 10:25pm (UTC)", "2026-11-15T22:25:00.000Z"],
    ["You've hit your 5-hour limit · resets 11pm (Europe/Berlin)", "2026-11-15T22:00:00.000Z"],
    ["You've hit your limit · resets 3pm (Europe/Berlin)", "2026-11-16T14:00:00.000Z"],
    ["You've hit your limit · resets 12am (America/New_York)", "2026-11-16T05:00:00.000Z"],
    ["You've hit your limit · resets 12:30pm (Asia/Kolkata)", "2026-11-16T07:00:00.000Z"],
    ["You've hit your weekly limit · resets Nov 20, 3pm (Europe/Berlin)", "2026-11-20T14:00:00.000Z"],
    ["You've hit your weekly limit · resets Nov 20 at 3:30pm (UTC) · progress saved", "2026-11-20T15:30:00.000Z"],
    ["You've hit your weekly limit · resets Jan 2, 2027, 9am (UTC)", "2027-01-02T09:00:00.000Z"],
    ["You've hit your weekly limit · resets Jan 2, 9am (UTC)", "2027-01-02T09:00:00.000Z"],
    ["You exceeded your current quota, please check your plan. Please retry in 34.07s.", "2026-11-15T20:26:12.070Z"],
    ["Your quota will reset after 2h14m5s.", "2026-11-15T22:39:43.000Z"],
    ["Resource has been exhausted (e.g. check quota).\nSuggested retry after 8045s.", "2026-11-15T22:39:43.000Z"],
    ["You've hit your usage limit. Try again in 1 day 2 hours 3 minutes.", "2026-11-16T22:28:38.000Z"],
    ["Quota reached, available again in 2 hours, or buy more", "2026-11-15T22:25:38.000Z"],
    ["Quota exceeded until 2026-11-16T00:00:00Z", "2026-11-16T00:00:00.000Z"],
  ] as const)("%s", ([text, until]) => {
    expect(resetTimeIn(text, now)).toBe(until);
  });

  test("a time that came a moment ago is now, and not tomorrow", () => {
    expect(resetTimeIn("resets 8:25pm (UTC)", now)).toBe("2026-11-15T20:25:00.000Z");
    expect(resetTimeIn("resets 8:20pm (UTC)", now)).toBe("2026-11-16T20:20:00.000Z");
  });

  test("clocks that change in between are right on both sides", () => {
    expect(resetTimeIn("resets Mar 28, 11am (Europe/Berlin)", "2027-03-27T12:00:00Z")).toBe("2027-03-28T09:00:00.000Z");
    expect(resetTimeIn("resets Mar 27, 11am (Europe/Berlin)", "2027-03-26T12:00:00Z")).toBe("2027-03-27T10:00:00.000Z");
  });

  test.for([
    "You've hit your limit · resets 3pm",
    "You've hit your limit · resets 3pm (Middle/Earth)",
    "resets Foo 3, 3pm (UTC)",
    "You have exhausted your daily quota on this model.",
    "spend limit reached · resets Dec 1",
    "usage limit reached|99999999999999999999",
    "retry in a while",
    "",
  ])("nobody knows: %s", (text) => {
    expect(resetTimeIn(text, now)).toBeNull();
  });

  test("a broken clock is no reason to fail", () => {
    expect(resetTimeIn("resets 3pm (UTC)", "?")).toBeNull();
    expect(resetTimeIn("retry in 3s", "?")).toBeNull();
  });
});

describe("whether it is about a quota at all", () => {
  test.for([
    "Claude AI usage limit reached|1794781538",
    "5-hour limit reached ∙ resets 3pm",
    "You've hit your limit · resets 10:25pm (UTC)",
    "You've reached your weekly limit",
    "You're out of usage credits · resets Nov 20, 3pm (UTC)",
    "You're out of extra usage",
    "spend limit reached · resets Dec 1",
    "You have exhausted your daily quota on this model.",
    "You have exhausted your capacity on this model. Your quota will reset after 2h14m5s.",
    "You exceeded your current quota, please check your plan and billing details.",
    "Quota exceeded for quota metric 'Generate Content API requests per minute'",
  ])("yes: %s", (text) => {
    expect(isQuota(text)).toBe(true);
  });

  test.for([
    "API Error: Request rejected (429) · This request would exceed your account's rate limit. Please try again later.",
    "Rate limit exceeded. Try again later.",
    "write failed: Disk quota exceeded",
    "Reached maximum number of turns (5)",
    "the context limit reached",
    "overloaded",
  ])("no: %s", (text) => {
    expect(isQuota(text)).toBe(false);
  });

  test("what only programs read is not shown", () => {
    expect(quotaIn("Claude AI usage limit reached|1794781538")).toEqual({
      until: "2026-11-15T22:25:38.000Z",
      text: "Claude AI usage limit reached",
    });
    expect(quotaIn("You've hit your limit · resets 3pm (UTC)").until).toBeNull();
  });
});
