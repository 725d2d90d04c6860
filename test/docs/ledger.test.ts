// The ledger's lines never change; what is kept in another form is said on one page, and each of these lines leads there.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const page = "decisions/0020-where-a-ledger-line-is-kept-in-another-form.md";
const ledger = readFileSync("docs/ledger.md", "utf8");
const decided = readFileSync(`docs/${page}`, "utf8");

/** The anchors of the page, each with the lines that its table names. */
const sections = decided
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [title = ""] = section.split("\n");
    const anchor = title.toLowerCase().replaceAll(",", "").replaceAll(" ", "-");
    const ids = [...section.matchAll(/^\| ([^|]*\d) \|/gm)].flatMap(([, cell = ""]) => cell.split(", "));
    return { anchor, ids };
  });

test("each line that is kept in another form leads to the place that says so, and no other does", () => {
  const links = [...ledger.matchAll(/^- \*\*([A-Z]-\d+)\*\* .* \(\[in another form\]\(([^)#]+)#([^)]+)\)\)$/gm)];
  for (const [, id = "", path, anchor] of links) {
    expect(path, id).toBe(page);
    expect(sections.find((one) => one.anchor === anchor)?.ids, id).toContain(id);
  }
  const linked = links.map(([, id]) => id);
  const named = [...new Set(sections.flatMap(({ ids }) => ids))];
  expect(linked.toSorted()).toEqual(named.toSorted());
});
