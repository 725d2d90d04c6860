// Finds every readable row of a database file: first the rows in its tables' trees, then those on stray pages, to which no tree leads
// (their parent page is damaged, or they are old copies). So a destroyed page costs only its own rows.
import type { Pages } from "./pages.ts";
import { childrenOf, INTERIOR, LEAF, rowsIn, startOf, type Value } from "./records.ts";
import { type Row, rowOf, type Table } from "./tables.ts";

export interface FoundRow {
  table: string;
  row: Row;
  /** The row is in its table's tree, so it is the newest version. Otherwise it may be an older one. */
  isCurrent: boolean;
}

/** The readable entries of the schema table. */
export function schemaOf(pages: Pages): { kind: Value; name: Value; root: Value; sql: Value }[] {
  return [...leavesBelow(pages, 1)].flatMap(({ number, page }) =>
    [...rowsIn(pages, page, startOf(number))].map(({ values }) => {
      const [kind = null, name = null, , root = null, sql = null] = values;
      return { kind, name, root, sql };
    }),
  );
}

/** The root page of each table in the readable part of the schema. */
export function rootsOf(pages: Pages): Map<string, number> {
  const roots = new Map<string, number>();
  for (const { kind, name, root } of schemaOf(pages))
    if (kind === "table" && typeof name === "string" && typeof root === "number") roots.set(name, root);
  return roots;
}

/** The rows in one table's tree. */
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
        // A page counts as visited only if its rows fit: a damaged pointer may lead to a page of another table.
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
  // Damaged pointers may form a cycle.
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
