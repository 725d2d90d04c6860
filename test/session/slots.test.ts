import fc from "fast-check";
import { expect, test } from "vitest";
import { Slots } from "../../src/session/index.ts";

/** Sessions that want to work, as a daemon has them: whoever is woken looks when it gets to it. */
class Crowd {
  limit: number;
  readonly working = new Set<string>();
  readonly wanting = new Set<string>();
  readonly woken = new Set<string>();
  readonly slots = new Slots(() => this.limit);

  constructor(limit: number) {
    this.limit = limit;
  }

  want(session: string): void {
    this.wanting.add(session);
    this.look(session);
  }

  /** It wants nothing any more, or has done what it wanted. */
  rest(session: string): void {
    this.wanting.delete(session);
    this.working.delete(session);
    this.slots.release(session);
  }

  look(session: string): void {
    this.woken.delete(session);
    if (!this.wanting.has(session)) this.slots.release(session);
    else if (this.slots.take(session, () => this.woken.add(session))) this.working.add(session);
  }

  get waiting(): string[] {
    return [...this.wanting].filter((session) => !this.working.has(session));
  }
}

test("[M-12] so many work at once; the first in line is next when one rests", () => {
  const crowd = new Crowd(1);
  for (const session of ["a", "b", "c"]) crowd.want(session);
  expect([...crowd.working]).toEqual(["a"]);
  crowd.rest("a");
  expect([...crowd.woken]).toEqual(["b"]);
  crowd.want("d");
  crowd.look("b");
  expect([...crowd.working]).toEqual(["b"]);
});

test("two places that become free at once wake two", () => {
  const crowd = new Crowd(2);
  for (const session of ["a", "b", "c", "d"]) crowd.want(session);
  crowd.rest("a");
  crowd.rest("b");
  expect([...crowd.woken]).toEqual(["c"]);
  crowd.look("c");
  expect([...crowd.woken]).toEqual(["d"]);
});

test("one that was woken and wants nothing any more passes it on", () => {
  const crowd = new Crowd(1);
  for (const session of ["a", "b", "c"]) crowd.want(session);
  crowd.rest("a");
  crowd.rest("b");
  expect([...crowd.woken]).toContain("c");
});

test("a turn that runs already counts, also when there is no room for it", () => {
  const crowd = new Crowd(1);
  crowd.slots.hold("a");
  crowd.slots.hold("b");
  crowd.want("c");
  crowd.slots.release("a");
  expect([...crowd.woken]).toEqual([]);
  crowd.slots.release("b");
  expect([...crowd.woken]).toEqual(["c"]);
});

test("whatever happens, nobody waits while there is room, and no more work than may", () => {
  const session = fc.constantFrom("a", "b", "c", "d", "e");
  const move = fc.tuple(fc.constantFrom("want", "want", "rest", "look", "more"), session);
  fc.assert(
    fc.property(fc.nat(3), fc.array(move, { maxLength: 40 }), (limit, moves) => {
      const crowd = new Crowd(limit);
      for (const [what, who] of moves) {
        if (what === "more") crowd.limit = crowd.limit === 0 ? 0 : crowd.limit + 1;
        else if (what !== "look") crowd[what](who);
        else if (crowd.woken.has(who)) crowd.look(who);
        if (crowd.limit > 0) expect(crowd.working.size).toBeLessThanOrEqual(crowd.limit);
      }
      // The config was changed: whoever comes next is also the one who lets the others know.
      crowd.want("f");
      while (crowd.woken.size > 0) for (const woken of crowd.woken) crowd.look(woken);
      if (crowd.waiting.length > 0) expect(crowd.working.size).toBe(crowd.limit);
    }),
    { numRuns: 2000 },
  );
});
