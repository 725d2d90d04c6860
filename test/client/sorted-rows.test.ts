import fc from "fast-check";
import { expect, test } from "vitest";
import { SortedRows } from "../../src/client/sorted-rows.ts";
import { listOrders } from "../../src/core/index.ts";
import { summaryFor } from "../contracts/log/samples.ts";

const day = (n: number): string => new Date(Date.UTC(2026, 0, 1 + n)).toISOString();
const rowOf = (id: string, name: string | null, n: number) => ({
  ...summaryFor(id, { name, lastActiveAt: day(n) }),
  active: false,
});
const id = fc.nat(59).map((n) => `s${String(n).padStart(2, "0")}`);
const row = fc
  .tuple(id, fc.constantFrom(null, "x", "X", "y", "\u{1f600}", "\uffee"), fc.nat(20))
  .map((of) => rowOf(...of));

/** So many that a few changes are put in their places, and not all sorted anew. */
const many = Array.from({ length: 60 }, (_, n) =>
  rowOf(`s${String(n).padStart(2, "0")}`, n % 3 ? `n${n % 7}` : null, n % 20),
);

test("whatever is set and deleted between two looks, what is left stands in the list's order, each once", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("active" as const, "created" as const, "name" as const, "own" as const, "attention" as const),
      fc.array(fc.array(fc.oneof(row, id), { maxLength: 6 })),
      (order, looks) => {
        const rows = new SortedRows(order);
        const expected = new Map(many.map((one) => [one.id, one]));
        for (const one of many) rows.set(one);
        for (const changes of [[], ...looks]) {
          for (const change of changes) {
            if (typeof change === "string") {
              rows.delete(change);
              expected.delete(change);
            } else {
              rows.set(change);
              expected.set(change.id, change);
            }
          }
          expect(rows.all).toEqual([...expected.values()].sort(listOrders[order]));
        }
      },
    ),
  );
});

test("who was given the rows keeps them as they were", () => {
  const rows = new SortedRows("active");
  for (const one of many) rows.set(one);
  const before = rows.all;
  const copy = [...before];
  expect(rows.all).toBe(before);
  rows.delete("s00");
  expect(rows.all).toHaveLength(59);
  expect(before).toEqual(copy);
});
