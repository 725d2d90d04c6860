// The table for people, and the comparison of two runs.
import { type Row, ratioOf, type Unit, verdictOf } from "./measurement.ts";

export interface Run {
  readonly machine: {
    readonly cores: number;
    readonly node: string;
    readonly load: readonly [before: number, after: number];
  };
  readonly rows: readonly Row[];
}

export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.name,
    amount(row.measured, row.unit),
    targetOf(row),
    `${amount(row.baseline.value, row.unit)} ${row.baseline.what}`,
    ratioText(ratioOf(row)),
    verdictOf(row),
  ]);
  return layOut([["what", "measured", "target", "baseline", "ratio", "verdict"], ...cells]);
}

export const notesOf = (rows: readonly Row[]): string =>
  rows.flatMap(({ name, note }) => (note === undefined ? [] : [`${name}: ${note}`])).join("\n");

/** The change of each ratio that both runs have; within 10 % it counts as the same. */
export function comparisonOf(before: Run, now: Run): string {
  const cells = now.rows.flatMap((row) => {
    const old = before.rows.find(({ name }) => name === row.name);
    const [was, is] = [old ? ratioOf(old) : null, ratioOf(row)];
    if (was === null || is === null) return [];
    const change = is / was - 1;
    const isBetter = row.better === "higher" ? change > 0 : change < 0;
    const word = Math.abs(change) < 0.1 ? "same" : isBetter ? "better" : "worse";
    return [[row.name, ratioText(was), ratioText(is), `${change > 0 ? "+" : ""}${(change * 100).toFixed(0)} %`, word]];
  });
  return layOut([["what", "ratio before", "ratio now", "change", ""], ...cells]);
}

function targetOf({ target, better, unit }: Row): string {
  if (!target) return "";
  const sign = better === "higher" ? "≥" : "≤";
  return `${sign} ${target.of === "ratio" ? ratioText(target.value) : amount(target.value, unit)}`;
}

const ratioText = (ratio: number | null): string => (ratio === null ? "" : `${significant(ratio)} ×`);

const amount = (value: number, unit: Unit): string => `${significant(value)} ${unit}`;

function significant(value: number): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function layOut(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)));
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
