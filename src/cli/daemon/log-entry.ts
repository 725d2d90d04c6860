// A line of the daemon's log, for people. Lines that are not entries (such as Node's own errors) stay unchanged.
import { safeLine, safeText } from "../text/safe-text.ts";
import type { Style } from "../text/style.ts";

interface Entry {
  readonly at: string;
  readonly level: string;
  readonly message: string;
  /** An error with its stack. */
  readonly cause?: string;
}

function entryIn(line: string): (Entry & Record<string, unknown>) | null {
  try {
    const entry = JSON.parse(line);
    return typeof entry?.at === "string" && typeof entry.message === "string" ? entry : null;
  } catch {
    return null;
  }
}

/** Only recent lines. A line without a time belongs to the entry before it. */
export function entriesSince(lines: readonly string[], fromMs: number): string[] {
  const first = lines.findIndex((line) => Date.parse(entryIn(line)?.at ?? "") >= fromMs);
  return first < 0 ? [] : lines.slice(first);
}

/** "2026-01-31 09:00:00  error  what happened: why", and the stack below it. */
export function entryText(line: string, { red, dim }: Style): string {
  const entry = entryIn(line);
  if (!entry) return safeLine(line);
  const { at, level, message, cause, ...facts } = entry;
  const [why, ...trace] = cause === undefined ? [] : safeText(cause).split("\n");
  const more = Object.entries(facts).map(
    ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const what = `${safeLine(message)}${why === undefined ? "" : `: ${why}`}`;
  const head = [dim(localTime(at)), level === "error" ? red("error") : safeLine(level).padEnd(5), what];
  const tail = more.length > 0 ? [dim(safeLine(more.join(" ")))] : [];
  return [[...head, ...tail].join("  "), ...trace.map((part) => dim(`    ${part.trim()}`))].join("\n");
}

function localTime(at: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return safeLine(at);
  const two = (number: number): string => String(number).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":")}`;
}
