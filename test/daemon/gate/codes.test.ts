// What a code on the terminal is good for, once somebody else has seen it.
import { expect, test } from "vitest";
import { Codes, VALID_MS } from "../../../src/daemon/gate/codes.ts";

const [one, two, other] = ["POST /v1/a/answer", "POST /v1/b/answer", "PUT /v1/c/mode"] as const;

function scene() {
  const clock = { now: 0, monotonicMs: () => clock.now };
  return { clock, codes: new Codes(clock) };
}

test("a code is taken for each request that it was asked for, once, however it is typed", () => {
  const { codes } = scene();
  const code = codes.open([one, two]);
  expect(codes.accepts(` ${code.slice(0, 4).toUpperCase()}-${code.slice(4)} `, one)).toBe(true);
  expect(codes.accepts(code, one)).toBe(false);
  expect(codes.accepts(code, two)).toBe(true);
  expect(codes.accepts(code, two)).toBe(false);
});

test("a code is not taken for anything else, and after three such tries for nothing", () => {
  const { codes } = scene();
  const code = codes.open([one]);
  for (let tries = 0; tries < 3; tries++) expect(codes.accepts(code, other)).toBe(false);
  expect(codes.accepts(code, one)).toBe(false);
});

test("three wrong codes for what it is for end it; two, or wrong ones for something else, do not", () => {
  const { codes } = scene();
  const [guessed, kept] = [codes.open([one]), codes.open([two])];
  for (let tries = 0; tries < 3; tries++) expect(codes.accepts("wrong", one)).toBe(false);
  for (let tries = 0; tries < 2; tries++) expect(codes.accepts("wrong", two)).toBe(false);
  expect(codes.accepts(guessed, one)).toBe(false);
  expect(codes.accepts(kept, two)).toBe(true);
});

test("who does not say what a code is for may do one thing with it", () => {
  const { codes } = scene();
  const code = codes.open(null);
  expect(codes.accepts(code, other)).toBe(true);
  expect(codes.accepts(code, other)).toBe(false);
});

test.each([[[one]], [null]])(
  "a retry of the command that a code confirmed is confirmed too, and no other one: %j",
  (requests) => {
    const { codes, clock } = scene();
    const code = codes.open(requests);
    expect(codes.accepts(code, one, "command 1")).toBe(true);
    expect(codes.accepts(code, one, "command 1")).toBe(true);
    expect(codes.accepts(code, one, "command 2")).toBe(false);
    expect(codes.accepts(code, two, "command 1")).toBe(false);
    expect(codes.accepts("wrong", one, "command 1")).toBe(false);
    expect(codes.accepts(code, one, "command 1")).toBe(true);
    clock.now = VALID_MS;
    expect(codes.accepts(code, one, "command 1")).toBe(false);
  },
);

test("retries of one command take nothing from the others that the code is for", () => {
  const { codes } = scene();
  const code = codes.open([one, two]);
  for (let tries = 0; tries < 5; tries++) expect(codes.accepts(code, one, "command 1")).toBe(true);
  expect(codes.accepts(code, two, "command 2")).toBe(true);
});

test("a code is valid for two minutes", () => {
  const { codes, clock } = scene();
  const [early, late] = [codes.open([one]), codes.open([one])];
  clock.now = VALID_MS - 1;
  expect(codes.accepts(early, one)).toBe(true);
  clock.now = VALID_MS;
  expect(codes.accepts(late, one)).toBe(false);
});

test("however many are asked for, a code that waits stays; there is room again when some are used or old", () => {
  const { codes, clock } = scene();
  const first = codes.open([one]);
  for (let more = 1; more < 20; more++) codes.open([other]);
  expect(() => codes.open([two])).toThrow("20 codes are waiting to be typed");
  expect(codes.accepts(first, one)).toBe(true);
  codes.open([two]);
  expect(() => codes.open([two])).toThrow("20 codes are waiting to be typed");
  clock.now = VALID_MS;
  expect(codes.accepts(codes.open([two]), two)).toBe(true);
});
