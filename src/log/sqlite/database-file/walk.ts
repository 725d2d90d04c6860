// Every row of a database file that can still be read: first those that its tables lead to, then those on pages that nothing leads to
// any more because the page above them is gone. A destroyed page costs the rows on it, and nothing else.
import type { Pages } from "./pages.ts";
import { childrenOf, INTERIOR, LEAF, rowsIn, startOf, type Value } from "./records.ts";
import { type Row, rowOf, type Table } from "./tables.ts";

export interface FoundRow {
  table: string;
  row: Row;
  /** Its table leads to it: it is the row as it was last written. Else it may be an older one. */
  isCurrent: boolean;
}

/** How each table and index was made, as far as the schema can be read. */
export function schemaOf(pages: Pages): { kind: Value; name: Value; root: Value; sql: Value }[] {
  return [...leavesBelow(pages, 1)].flatMap(({ number, page }) =>
    [...rowsIn(pages, page, startOf(number))].map(({ values }) => {
      const [kind = null, name = null, , root = null, sql = null] = values;
      return { kind, name, root, sql };
    }),
  );
}

/** The page that each table begins at, as far as the schema can be read. */
export function rootsOf(pages: Pages): Map<string, number> {
  const roots = new Map<string, number>();
  for (const { kind, name, root } of schemaOf(pages))
    if (kind === "table" && typeof name === "string" && typeof root === "number") roots.set(name, root);
  return roots;
}

/** The rows of one table as they were last written. */
export function* rowsOfTable(pages: Pages, table: Table, root: number): Iterable<Row> {
  for (const leaf of leavesBelow(pages, root)) yield* rowsOn(pages, leaf, table);
}

export function* allRows(pages: Pages, tables: readonly Table[]): Iterable<FoundRow> {
  const claimed = new Set<number>();
  const roots = rootsOf(pages);
  for (const table of tables) {
    const root = roots.get(table.name);
    if (root === undefined) continue;
    for (const leaf of leavesBelow(pages, root)) {
      for (const row of rowsOn(pages, leaf, table)) {
        // A damaged pointer may lead to a page of another table, whose rows don't fit: that table keeps it.
        claimed.add(leaf.number);
        yield { table: table.name, row, isCurrent: true };
      }
    }
  }
  for (const page of strayLeaves(pages, claimed)) {
    for (const raw of rowsIn(pages, page, 0)) {
      for (const table of tables) {
        const row = rowOf(table, raw);
        if (row) yield { table: table.name, row, isCurrent: false };
      }
    }
  }
}

function* strayLeaves(pages: Pages, claimed: ReadonlySet<number>): Iterable<Buffer> {
  for (let number = 2; number <= pages.count; number++) {
    const page = claimed.has(number) ? null : pages.page(number);
    if (page?.[0] === LEAF) yield page;
  }
  for (const page of pages.strayPages()) if (page[0] === LEAF) yield page;
}

interface Leaf {
  number: number;
  page: Buffer;
}

function* rowsOn(pages: Pages, { number, page }: Leaf, table: Table): Iterable<Row> {
  for (const raw of rowsIn(pages, page, startOf(number))) {
    const row = rowOf(table, raw);
    if (row) yield row;
  }
}

function* leavesBelow(pages: Pages, root: number): Iterable<Leaf> {
  // Keeps a damaged pointer from leading in circles.
  const seen = new Set<number>();
  const open = [root];
  for (let number = open.pop(); number !== undefined; number = open.pop()) {
    if (seen.has(number)) continue;
    const page = pages.page(number);
    const start = startOf(number);
    const kind = page?.[start];
    if (!page || (kind !== LEAF && kind !== INTERIOR)) continue;
    seen.add(number);
    if (kind === LEAF) yield { number, page };
    else open.push(...childrenOf(page, { start, count: pages.count }).reverse());
  }
}
