// The moves of a replay: one at a time, and none that nobody waits for any more.
import { expect, test } from "vitest";
import { Moves } from "../../../src/core/index.ts";
import { until } from "../../kit/until.ts";

/** Moves that the test ends, each by its name. */
function scene() {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const told: string[] = [];
  const moves = new Moves({ moved: () => told.push("moved"), failed: (error) => told.push(String(error)) });
  const move = (name: string) => (): Promise<void> => {
    begun.push(name);
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    return end.promise;
  };
  const end = async (name: string): Promise<void> => {
    await until(`${name} to begin`, () => ends.has(name));
    const before = told.length;
    ends.get(name)?.resolve();
    await until(`the end of ${name}`, () => told.length > before);
  };
  return { begun, ends, told, moves, move, end };
}

test("[M-09] of several jumps at once the first and the last are made: what a finger passes over is not loaded", async () => {
  const { begun, moves, move, end } = scene();
  for (const name of ["a", "b", "c", "d"]) moves.jump(move(name));
  await end("a");
  await end("d");
  expect([begun, moves.isMoving]).toEqual([["a", "d"], false]);
});

test("steps are made one after the other, but a key that is held down does not go on for long", async () => {
  const { begun, moves, move, end } = scene();
  const names = Array.from({ length: 30 }, (_, n) => String(n));
  for (const name of names) moves.step(move(name));
  for (const name of names.slice(0, 5)) await end(name);
  expect([begun, moves.isMoving]).toEqual([names.slice(0, 5), false]);
  moves.step(move("more"));
  await end("more");
});

test("after a failure nothing that waited is done", async () => {
  const { begun, ends, told, moves, move, end } = scene();
  moves.step(move("a"));
  moves.step(move("b"));
  ends.get("a")?.reject(new Error("no connection"));
  await until("the failure", () => told.length > 0);
  expect([begun, told]).toEqual([["a"], ["Error: no connection"]]);
  moves.jump(move("c"));
  await end("c");
  expect(told).toEqual(["Error: no connection", "moved"]);
});
