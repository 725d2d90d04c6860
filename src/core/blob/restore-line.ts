// A line for an agent: shortened texts are restored whole, or the line is not sent.
import type { Placeholders } from "./placeholders.ts";

/** Why a line can't be made whole: a text is missing, is too long, or was changed after it had been shortened. */
export type RestoreFailure = "missing" | "too_long" | "changed";

export interface Restoring {
  placeholders: Placeholders;
  /** The whole text of a blob; null when it is lost. */
  textOf: (hash: string) => string | null;
  /** The maximum of bytes of all texts of a line together. */
  maxBytes: number;
}

/** The line of JSON with every shortened text whole, or why it can't be sent. A result never contains a mark or a part of one. */
export function restoreLine(
  line: string,
  { placeholders, textOf, maxBytes }: Restoring,
): { line: string } | { why: RestoreFailure } {
  if (!placeholders.isIn(line)) return { line };
  let why: RestoreFailure | null = null;
  let bytes = 0;
  const refuse = (reason: RestoreFailure): string => {
    why ??= reason;
    return "";
  };
  const restoreText = (text: string): string => {
    if (!placeholders.isIn(text)) return text;
    const shortened = placeholders.read(text);
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
