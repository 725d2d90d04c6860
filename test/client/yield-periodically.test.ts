// Work that comes without end, and others who want their turn.
import { expect, test } from "vitest";
import { yieldPeriodically } from "../../src/client/yield-periodically.ts";

test("short work goes on at once, and a long stretch waits for the others' turn", async () => {
  let nowMs = 0;
  let turns = 0;
  let turn = Promise.withResolvers<void>();
  const nextTurn = (): Promise<void> => {
    turns++;
    return turn.promise;
  };
  const breathe = yieldPeriodically({ nextTurn }, () => nowMs);
  expect([breathe(), breathe()]).toEqual([undefined, undefined]);
  nowMs = 19;
  expect(breathe()).toBeUndefined();
  nowMs = 20;
  const waiting = breathe();
  expect(waiting).toBeInstanceOf(Promise);
  expect(turns).toBe(1);
  turn.resolve();
  await waiting;
  turn = Promise.withResolvers<void>();
  nowMs = 1000;
  expect(breathe()).toBeUndefined();
  expect(turns).toBe(2);
});
