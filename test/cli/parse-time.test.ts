import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTime } from "../../src/cli/parse-time.ts";
import { clockTime } from "../../src/cli/text/clock-time.ts";
import { ordinal } from "../../src/cli/text/numbers.ts";

// Everything here is local time, whatever the local time is.
const now = new Date(2026, 0, 30, 10, 30, 15);
const parse = (typed: string): Date => new Date(parseTime(typed, { nowMs: now.getTime(), flag: "--at" }));

test.for([
  ["10:31", new Date(2026, 0, 30, 10, 31)],
  ["23:59:30", new Date(2026, 0, 30, 23, 59, 30)],
  ["today 11:00", new Date(2026, 0, 30, 11, 0)],
  ["9:00", new Date(2026, 0, 31, 9, 0)],
  ["10:30", new Date(2026, 0, 31, 10, 30)],
  ["tomorrow 23:00", new Date(2026, 0, 31, 23, 0)],
  ["2026-02-01", new Date(2026, 1, 1)],
  ["2026-02-01 07:05", new Date(2026, 1, 1, 7, 5)],
  ["2026-02-01T07:05:09", new Date(2026, 1, 1, 7, 5, 9)],
  ["2026-02-01T07:05Z", new Date("2026-02-01T07:05:00Z")],
  ["2026-02-01T07:05:09.250+02:00", new Date("2026-02-01T05:05:09.250Z")],
  ["+90s", new Date(now.getTime() + 90_000)],
  ["+1h30m", new Date(now.getTime() + 5_400_000)],
  ["+2d", new Date(now.getTime() + 172_800_000)],
] as const)("%s is understood", ([typed, expected]) => {
  expect(parse(typed)).toEqual(expected);
});

test.for([
  "",
  "soon",
  "9",
  "25:00",
  "10:60",
  "24:00",
  "+",
  "+10",
  "-5m",
  "2027-02-31",
  "2027-13-01",
  "2027-01-01T25:00Z",
])("%j is refused with what can be written", (typed) => {
  expect(() => parse(typed)).toThrow(expect.objectContaining({ exitCode: 2, message: `--at can't be "${typed}"` }));
});

test.for(["today 09:00", "2026-01-30T10:00", "2020-01-01", "+0s"])("%s has passed, and that is said", (typed) => {
  expect(() => parse(typed)).toThrow(`--at ${typed} has passed`);
});

test("whatever is typed, a time is to come or refused with a reason", () => {
  const typed = fc.oneof(fc.string(), fc.stringMatching(/^\+?[0-9:\-TZ smhd]{1,20}$/));
  fc.assert(
    fc.property(typed, (text) => {
      try {
        expect(parse(text).getTime()).toBeGreaterThan(now.getTime());
      } catch (error) {
        expect(error).toMatchObject({ name: "Failure", exitCode: 2, fix: expect.stringMatching(/./) });
      }
    }),
  );
});

test("a time is shown as a clock shows it, with the day when it is another one", () => {
  const shown = (...parts: [number, number, number, number, number]): string =>
    clockTime(new Date(...parts).toISOString(), now.getTime());
  expect(shown(2026, 0, 30, 23, 5)).toBe("at 23:05");
  expect(shown(2026, 0, 31, 9, 0)).toBe("tomorrow at 09:00");
  expect(shown(2026, 1, 1, 9, 0)).toBe("on 2026-02-01 at 09:00");
  expect(clockTime("never", now.getTime())).toBe("at never");
});

test("places are counted as people do", () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 100].map(ordinal)).toEqual([
    "1st",
    "2nd",
    "3rd",
    "4th",
    "11th",
    "12th",
    "13th",
    "21st",
    "22nd",
    "100th",
  ]);
});
