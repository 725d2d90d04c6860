// Columns side by side. Cells are safe text already; colours are added after the widths are known.
import { cutText } from "./cut.ts";
import { measureFor } from "./text-width.ts";

export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
  /** The end that is cut if there is too little room; without it the cell stays whole. */
  readonly cut?: "start" | "end";
}

type Row = readonly Cell[];

/** The maximum width of the table. */
export interface Room {
  readonly columns: number;
  readonly ellipsis: string;
}

const GAP = "  ";
/** The minimum width of a cut cell; less would say nothing. */
const LEAST = 8;

export async function renderTable(rows: readonly Row[], room?: Room): Promise<string[]> {
  return rows.map(await rowRenderer(rows, room));
}

/** Renders some rows in the column widths of all rows. */
export async function rowRenderer(rows: readonly Row[], room?: Room): Promise<(row: Row) => string> {
  const measure = await measureFor(rows.flatMap((row) => row.map(({ text }) => text)));
  const natural: number[] = [];
  for (const row of rows) {
    for (const [index, { text }] of row.entries()) natural[index] = Math.max(natural[index] ?? 0, measure(text));
  }
  const mayShrink = new Set(rows.flatMap((row) => row.flatMap(({ cut }, index) => (cut ? [index] : []))));
  const widths = room ? fittingWidths(natural, room.columns, mayShrink) : natural;
  return (row) =>
    row
      .map(({ text, paint = (plain) => plain, cut }, index) => {
        const width = widths[index] ?? 0;
        const shown = room && cut ? cutText(text, width, { end: cut, ellipsis: room.ellipsis, measure }) : text;
        const isLast = index === row.length - 1;
        return paint(shown) + (isLast ? "" : " ".repeat(Math.max(0, width - measure(shown))) + GAP);
      })
      .join("")
      .trimEnd();
}

/** The widest column shrinks first, until the table fits or nothing can shrink. */
function fittingWidths(natural: readonly number[], columns: number, mayShrink: ReadonlySet<number>): number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, one) => sum + one, 0) + GAP.length * (widths.length - 1) - columns;
  while (excess > 0) {
    const [widest] = [...mayShrink].sort((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0));
    if (widest === undefined || (widths[widest] ?? 0) <= LEAST) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess--;
  }
  return widths;
}
