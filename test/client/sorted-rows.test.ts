import fc from "fast-check";
import { test } from "vitest";
import { SortedRows } from "../../src/client/sorted-rows.ts";
import { sessionOrders } from "../../src/core/index.ts";
import { summaryFor } from "../contracts/log/samples.ts";

const row = fc
  .record({
    id: fc.constantFrom("a", "b", "c", "d", "e", "f"),
    name: fc.constantFrom(null, "x", "X", "y", "\u{1f600}", "\uffee"),
    lastActiveAt: fc.constantFrom("2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"),
  })
  .map(({ id, ...rest }) => ({ ...summaryFor(id, rest), active: false }));

test("whatever is set and deleted, what is left stands in the list's order, each once", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("active" as const, "created" as const, "name" as const),
      fc.array(fc.oneof(row, fc.constantFrom("a", "b", "c"))),
      (order, changes) => {
        const rows = new SortedRows(order);
        const expected = new Map<string, Parameters<SortedRows["set"]>[0]>();
        for (const change of changes) {
          if (typeof change === "string") {
            rows.delete(change);
            expected.delete(change);
          } else {
            rows.set(change);
            expected.set(change.id, change);
          }
        }
        const sorted = [...expected.values()].sort(sessionOrders[order]);
        return JSON.stringify(rows.all) === JSON.stringify(sorted);
      },
    ),
  );
});
