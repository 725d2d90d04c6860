// Columns side by side. Cells are safe text already; colours are put on after the widths are known.
import { measureFor } from "./text-width.ts";

export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

const GAP = "  ";

export async function renderTable(rows: readonly (readonly Cell[])[]): Promise<string[]> {
  const measure = await measureFor(rows.flatMap((row) => row.map(({ text }) => text)));
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, { text }] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, measure(text));
  }
  return rows.map((row) =>
    row
      .map(({ text, paint = (plain) => plain }, index) => {
        const isLast = index === row.length - 1;
        const padding = isLast ? "" : " ".repeat((widths[index] ?? 0) - measure(text)) + GAP;
        return paint(text) + padding;
      })
      .join("")
      .trimEnd(),
  );
}
