// How often somebody may ask.
import { expect, test } from "vitest";
import { RateLimiter } from "../../../src/daemon/web/rate-limiter.ts";

function rates(limit: { burst: number; perSecond: number }) {
  const clock = { ms: 0, monotonicMs: () => clock.ms };
  return { clock, rates: new RateLimiter(limit, clock) };
}

test("so many at once, then one each time that one has come back; nobody takes from anybody else", () => {
  const { clock, rates: all } = rates({ burst: 3, perSecond: 0.5 });
  expect([1, 2, 3, 4].map(() => all.take("a"))).toEqual([0, 0, 0, 2]);
  expect(all.take("b")).toBe(0);
  clock.ms = 1000;
  expect(all.take("a")).toBe(1);
  clock.ms = 2000;
  expect([all.take("a"), all.take("a")]).toEqual([0, 2]);
  clock.ms = 3_600_000;
  expect([1, 2, 3, 4].map(() => all.take("a"))).toEqual([0, 0, 0, 2]);
});

test("a thousand are known at most: those that asked longest ago are forgotten", () => {
  const { rates: all } = rates({ burst: 1, perSecond: 1 });
  expect([all.take("first"), all.take("first")]).toEqual([0, 1]);
  for (let n = 0; n < 1000; n++) all.take(`${n}`);
  expect([all.take("first"), all.take("999")]).toEqual([0, 1]);
});
