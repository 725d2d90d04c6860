// A line for an agent: what was shortened for reading goes back whole or not at all.
import type { Marks } from "./marks.ts";

/** Why a line can't be made whole: a text is not there, is too long to hold, or was changed after it had been shortened. */
export type NotWhole = "missing" | "too_long" | "changed";

export interface Restoring {
  marks: Marks;
  /** The whole text of a blob; null when it is lost. */
  textOf: (hash: string) => string | null;
  /** All texts of a line together may have so many bytes. */
  maxBytes: number;
}

/** The line of JSON with every shortened text whole, or why it has to stay unsaid. A result never holds a mark or a part of one. */
export function restoreLine(
  line: string,
  { marks, textOf, maxBytes }: Restoring,
): { line: string } | { why: NotWhole } {
  if (!marks.isIn(line)) return { line };
  let why: NotWhole | null = null;
  let bytes = 0;
  const refuse = (reason: NotWhole): string => {
    why ??= reason;
    return "";
  };
  const restoreText = (text: string): string => {
    if (!marks.isIn(text)) return text;
    const shortened = marks.read(text);
    if (!shortened) return refuse("changed");
    bytes += shortened.bytes;
    if (bytes > maxBytes) return refuse("too_long");
    const whole = textOf(shortened.hash);
    if (whole === null) return refuse("missing");
    return whole.startsWith(shortened.beginning.toWellFormed()) ? whole : refuse("changed");
  };
  const restore = (value: unknown): unknown => {
    if (typeof value === "string") return restoreText(value);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(restore);
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [restoreText(key), restore(field)]));
  };
  const restored = restore(parse(line));
  return why === null && restored !== undefined ? { line: JSON.stringify(restored) } : { why: why ?? "changed" };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
