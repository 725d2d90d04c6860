// The list of sessions as lines with known heights: headings and rows. Only visible lines are rendered.
import { positionBetween, positionOf } from "../../core/without-folds.ts";
import type { Row } from "./display-status.ts";
import type { Group } from "./groups.ts";

export type Line =
  | {
      readonly kind: "group";
      readonly key: string;
      readonly label: string;
      readonly hint: string | null;
      /** Null: unknown yet. */
      readonly count: number | null;
      readonly isFolded: boolean;
    }
  | { readonly kind: "row"; readonly key: string; readonly row: Row };

export function linesOf(groups: readonly Group[], isFolded: (key: string) => boolean): Line[] {
  const lines: Line[] = [];
  for (const { key, label, hint, rows, isKnown = true } of groups) {
    const folded = isFolded(key);
    lines.push({ kind: "group", key, label, hint, count: isKnown ? rows.length : null, isFolded: folded });
    if (!folded) for (const row of rows) lines.push({ kind: "row", key: row.id, row });
  }
  return lines;
}

/** The same lines in the same order with current data: nothing moves while somebody is about to click. */
export const frozenLines = (shown: readonly Line[], byId: ReadonlyMap<string, Row>): Line[] =>
  shown.map((line) => (line.kind === "row" ? { ...line, row: byId.get(line.key) ?? line.row } : line));

export const isSameOrder = (a: readonly Line[], b: readonly Line[]): boolean =>
  a.length === b.length && a.every(({ kind, key }, at) => key === b[at]?.key && kind === b[at]?.kind);

export interface Heights {
  readonly group: number;
  readonly row: number;
}

/** The offset of each line, and one more entry for the end of the last one. */
export function offsetsOf(lines: readonly Line[], heights: Heights): number[] {
  const offsets = [0];
  let end = 0;
  for (const { kind } of lines) {
    end += heights[kind];
    offsets.push(end);
  }
  return offsets;
}

/** The line at an offset from the top; the last line beyond the end. */
export function lineAt(offsets: readonly number[], distance: number): number {
  let low = 0;
  let high = Math.max(0, offsets.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((offsets[middle] ?? 0) <= distance) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The scroll position at which the view does not move: the first visible line that still exists keeps its place. At the very top the list
 * stays at the top, because sessions that need somebody appear there.
 */
export function keptScroll(
  top: number,
  before: { readonly lines: readonly Line[]; readonly offsets: readonly number[] },
  after: { readonly lines: readonly Line[]; readonly offsets: readonly number[] },
): number {
  if (top <= 0) return 0;
  const places = new Map(after.lines.map(({ kind, key }, at) => [`${kind} ${key}`, at]));
  for (let at = lineAt(before.offsets, top); at < before.lines.length; at++) {
    const line = before.lines[at];
    const place = line?.kind === "row" ? places.get(`row ${line.key}`) : undefined;
    if (place !== undefined) return Math.max(0, (after.offsets[place] ?? 0) + top - (before.offsets[at] ?? 0));
  }
  return top;
}

/** The new position in the person's own order after one step up or down in the group; null at its edge. */
export function positionAfterStep(lines: readonly Line[], at: number, step: 1 | -1): string | null {
  const positionAt = (place: number): string | null => {
    const line = lines[place];
    return line?.kind === "row" ? positionOf(line.row) : null;
  };
  const passed = positionAt(at + step);
  if (passed === null) return null;
  const beyond = positionAt(at + 2 * step);
  return step === 1 ? positionBetween(passed, beyond) : positionBetween(beyond, passed);
}
