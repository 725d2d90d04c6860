import { expect, test } from "vitest";
import { cutText } from "../../src/cli/text/cut.ts";
import { renderTable } from "../../src/cli/text/table.ts";
import { measureFor } from "../../src/cli/text/text-width.ts";

test.for([
  ["end", "fix-the-login", 8, "fix-the…"],
  ["start", "~/src/company/api", 8, "…any/api"],
  ["end", "short", 8, "short"],
  ["end", "日本語セッション", 8, "日本語…"],
  ["end", "ab👩‍👩‍👧cd-efgh", 6, "ab👩‍👩‍👧c…"],
  ["start", "/日本語", 4, "…語"],
] as const)("a text is cut at its %s: %s in %i columns", async ([end, text, columns, cut]) => {
  const measure = await measureFor([text]);
  const shown = cutText(text, columns, { end, ellipsis: "…", measure });
  expect(shown).toBe(cut);
  expect(measure(shown)).toBeLessThanOrEqual(columns);
});

const cells = (name: string, where: string) =>
  [{ text: "3f2a9c1e" }, { text: name, cut: "end" }, { text: "● running" }, { text: where, cut: "start" }] as const;
const rows = [cells("NAME", "WHERE"), cells("a-name-that-goes-on-and-on", "~/src/company/project/api")];

test("a table fits its room: the widest column gives first, and what may not be cut stays whole", async () => {
  const lines = await renderTable(rows, { columns: 50, ellipsis: "…" });
  expect(lines).toEqual([
    "3f2a9c1e  NAME           ● running  WHERE",
    "3f2a9c1e  a-name-that-…  ● running  …y/project/api",
  ]);
});

test("without a room nothing is cut, and where there is none at all something is still to be read", async () => {
  expect((await renderTable(rows))[1]).toContain("a-name-that-goes-on-and-on");
  expect((await renderTable(rows, { columns: 10, ellipsis: "…" }))[1]).toBe("3f2a9c1e  a-name-…  ● running  …ect/api");
});
