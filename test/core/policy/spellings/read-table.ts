// Tables of rules in the files beside this one: a rule in brackets, behind `+` what it must catch, and behind `-` what it must leave
// alone. `⏎` is the end of a line of the command.
import { readFileSync } from "node:fs";

export interface Caught {
  readonly rule: string;
  readonly caught: readonly string[];
  readonly others: readonly string[];
}

export const readTable = (name: string): Caught[] =>
  readFileSync(new URL(`${name}.txt`, import.meta.url), "utf8")
    .split("\n\n")
    .slice(1)
    .map(readRows);

function readRows(text: string): Caught {
  const [rule = "", ...rows] = text.trimEnd().split("\n");
  const strange = rows.find((row) => !/^[+-] ./.test(row));
  if (!/^\[.+\]$/.test(rule) || strange !== undefined) throw new Error(`not a row: ${strange ?? rule}`);
  const behind = (sign: string): string[] =>
    rows.filter((row) => row.startsWith(sign)).map((row) => row.slice(2).replaceAll("⏎", "\n"));
  return { rule: rule.slice(1, -1), caught: behind("+"), others: behind("-") };
}
