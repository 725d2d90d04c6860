// Codes that sign a device in.
import { expect, test } from "vitest";
import { SignInCodes } from "../../../src/daemon/web/sign-in-codes.ts";

function codes() {
  const clock = { ms: 0, monotonicMs: () => clock.ms };
  return { clock, codes: new SignInCodes(clock) };
}

test("a code in an address is good once, and for five minutes", () => {
  const { clock, codes: all } = codes();
  const [first, second] = [all.open(), all.open()];
  expect(first).toMatch(/^[\w-]{22}$/);
  expect([all.take(first), all.take(first)]).toEqual(["valid", "used"]);
  clock.ms = 5 * 60_000 - 1;
  expect(all.take(all.open())).toBe("valid");
  clock.ms = 5 * 60_000;
  expect(all.take(second)).toBe("expired");
  expect(all.take("something else entirely")).toBe("unknown");
});

test("a short code can be typed with any spacing and case; using it also uses up the long code beside it", () => {
  const { codes: all } = codes();
  const { code, short } = all.openPair();
  expect(short).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}$/);
  expect([all.take(` ${short.toUpperCase().replace("-", " ")} `), all.take(code)]).toEqual(["valid", "used"]);
});

test("five wrong tries end every short code, also for whoever types the right one then", () => {
  const { codes: all } = codes();
  const { code, short } = all.openPair();
  const wrong = Array.from({ length: 5 }, () => all.take("aaaa-aaaa"));
  expect(wrong).toEqual(Array(5).fill("unknown"));
  expect(all.take(short)).toBe("guessed");
  // It is too long to be guessed.
  expect(all.take(code)).toBe("valid");
  expect(all.take(all.openPair().short)).toBe("valid");
});

test("the oldest codes are forgotten, so that memory stays bounded", () => {
  const { codes: all } = codes();
  const first = all.open();
  const others = Array.from({ length: 100 }, () => all.open());
  expect(all.take(first)).toBe("unknown");
  expect(all.take(others[0] ?? "")).toBe("valid");
});
