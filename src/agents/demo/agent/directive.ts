// The shape of a directive: how it is written, and what it does.
import type { Turn } from "./turn.ts";

export interface Directive {
  /** As the list of directives shows it. */
  readonly form: string;
  /** Throws Misuse for an argument that it can't read; any other error fails the turn. */
  run(turn: Turn, argument: string): Promise<void> | void;
}

/** The agent says how the directive is written and goes on with the next. */
export class Misuse extends Error {}

/** The argument without the blanks around it. */
export function required(argument: string): string {
  const text = argument.trim();
  if (text === "") throw new Misuse();
  return text;
}

/** "a | b": two parts, the second exactly as written but for one blank after the bar. */
export function halves(argument: string): [string, string] {
  const bar = argument.indexOf("|");
  if (bar === -1) throw new Misuse();
  return [required(argument.slice(0, bar)), argument.slice(bar + 1).replace(/^ /, "")];
}

export function wholeNumber(argument: string, max = Number.MAX_SAFE_INTEGER): number {
  const number = /^\s*\d+\s*$/.test(argument) ? Number(argument) : Number.NaN;
  if (!(number <= max)) throw new Misuse();
  return number;
}

/** "300ms", "2s", "1h", "300" (milliseconds). */
export function milliseconds(argument: string): number {
  return quantity(argument, { "": 1, ms: 1, s: 1_000, m: 60_000, h: 3_600_000 });
}

/** "10mb", "64kb", "100" (bytes). */
export function byteCount(argument: string): number {
  return quantity(argument, { "": 1, b: 1, kb: 2 ** 10, mb: 2 ** 20, gb: 2 ** 30 });
}

function quantity(argument: string, units: Readonly<Record<string, number>>): number {
  const [, number, unit = ""] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(argument.trim()) ?? [];
  const factor = units[unit.toLowerCase()];
  if (number === undefined || factor === undefined) throw new Misuse();
  return Math.round(Number(number) * factor);
}
