// What changed between two texts, by line.

export interface DiffLine {
  /** `gap`: lines that are left out; `text` says which, if known. */
  readonly kind: "same" | "added" | "removed" | "gap";
  readonly text: string;
  /** Of a gap: the numbers of the lines that follow, where a patch names them. */
  readonly next?: { readonly old: number; readonly now: number };
}

/** Lines that stay the same around a change. */
const CONTEXT = 3;
/** Larger differences are shown as everything removed and everything added. */
const MAX_CELLS = 250_000;

export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const lines = [
    ...as("same", old.slice(0, head)),
    ...changes(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...as("same", old.slice(old.length - tail)),
  ];
  return withoutFarLines(lines);
}

/** A line break at the end begins no further line. */
const linesOf = (text: string): string[] => (text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/));

const as = (kind: DiffLine["kind"], lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind, text }));

/** By the longest common subsequence. */
function changes(old: readonly string[], now: readonly string[]): DiffLine[] {
  if (old.length * now.length > MAX_CELLS) return [...as("removed", old), ...as("added", now)];
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = now.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        old[row] === now[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < now.length) {
    const [was, is] = [old[row], now[column]];
    if (was !== undefined && was === is) {
      lines.push({ kind: "same", text: was });
      row++;
      column++;
    } else if (was !== undefined && (is === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ kind: "removed", text: was });
      row++;
    } else if (is !== undefined) {
      lines.push({ kind: "added", text: is });
      column++;
    }
  }
  return lines;
}

function withoutFarLines(lines: readonly DiffLine[]): DiffLine[] {
  const near = new Uint8Array(lines.length);
  for (const [index, { kind }] of lines.entries())
    if (kind !== "same") near.fill(1, Math.max(0, index - CONTEXT), index + CONTEXT + 1);
  const kept: DiffLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (near[index] === 1) kept.push(line);
    else if (kept.at(-1)?.kind !== "gap") kept.push({ kind: "gap", text: "" });
  }
  return kept;
}
