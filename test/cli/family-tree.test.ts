import fc from "fast-check";
import { expect, test } from "vitest";
import { familyTree } from "../../src/cli/sessions/family-tree.ts";

interface One {
  id: string;
  fork?: { session: string; seq: number; turn: string | null };
  after?: string;
}
const fork = (id: string, session: string): One => ({ id, fork: { session, seq: 3, turn: null } });
const drawn = (given: readonly One[]): string[] => {
  const { sessions, depths } = familyTree(given);
  return sessions.map(({ id }) => "  ".repeat(depths.get(id) ?? 0) + id);
};

test("forks and cleared sessions come below what they came from, in the order of the list", () => {
  const given = [
    fork("b2", "b"),
    { id: "a" },
    { id: "a-anew", after: "a" },
    { id: "b" },
    fork("b1", "b"),
    fork("deep", "b2"),
  ];
  expect(drawn(given)).toEqual(["a", "  a-anew", "b", "  b2", "    deep", "  b1"]);
});

test("one whose origin is not listed stands for itself", () => {
  expect(drawn([fork("x", "gone"), { id: "y", after: "gone too" }])).toEqual(["x", "y"]);
});

test("every session is shown once, each below the one it came from", () => {
  // Each comes from an earlier one or from none; lists have them in any order.
  const family = fc
    .array(fc.nat(), { maxLength: 20 })
    .map((parents) =>
      parents.map((from, n): One => (from % (n + 1) === n ? { id: `${n}` } : fork(`${n}`, `${from % (n + 1)}`))),
    )
    .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));
  fc.assert(
    fc.property(family, (given) => {
      const { sessions, depths } = familyTree(given);
      expect(sessions.map(({ id }) => id).sort()).toEqual(given.map(({ id }) => id).sort());
      for (const [index, { id, fork: from }] of sessions.entries()) {
        if (!from) expect(depths.get(id)).toBe(0);
        else {
          expect(depths.get(id)).toBe((depths.get(from.session) ?? 0) + 1);
          expect(sessions.findIndex((one) => one.id === from.session)).toBeLessThan(index);
        }
      }
    }),
  );
});
