// The list of sessions as lines of known heights: headings of groups and rows. Only those in sight are drawn.
import { positionBetween, positionOf } from "../../core/without-folds.ts";
import type { Row } from "./condition.ts";
import type { Group } from "./groups.ts";

export type Line =
  | {
      readonly kind: "group";
      readonly key: string;
      readonly label: string;
      readonly hint: string | null;
      /** Null: not known yet. */
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

/** The same lines in the same places, with what is known of their sessions now: nothing moves while somebody is about to click. */
export const heldLines = (shown: readonly Line[], byId: ReadonlyMap<string, Row>): Line[] =>
  shown.map((line) => (line.kind === "row" ? { ...line, row: byId.get(line.key) ?? line.row } : line));

export const isSameOrder = (a: readonly Line[], b: readonly Line[]): boolean =>
  a.length === b.length && a.every(({ kind, key }, at) => key === b[at]?.key && kind === b[at]?.kind);

export interface Heights {
  readonly group: number;
  readonly row: number;
}

/** Where each line begins; one more entry says where the last ends. */
export function offsetsOf(lines: readonly Line[], heights: Heights): number[] {
  const offsets = [0];
  let end = 0;
  for (const { kind } of lines) {
    end += heights[kind];
    offsets.push(end);
  }
  return offsets;
}

/** The line at a distance from the top; the last one for any distance below it. */
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
 * Where to scroll so that what was seen stays in its place: the first line in sight that is still there keeps its distance. At the very top the
 * list stays at the top, since what needs somebody comes there.
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

/** The position in people's own order that moves a row one place up or down in its group; null at its edge. */
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
