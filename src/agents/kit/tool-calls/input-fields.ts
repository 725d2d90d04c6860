// The fields of a tool's input that are not shown by other means: nothing that a yes would allow stays unseen.
import type { ToolInput } from "./tool-title.ts";

/** There is something in it. */
export function isFilled(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

export const otherFields = (input: ToolInput, known: readonly string[]): [name: string, value: unknown][] =>
  Object.entries(input).filter(([name, value]) => !known.includes(name) && isFilled(value));

const isOneLine = (text: string): boolean => !/[\n\r]/.test(text);

/** A line for each; a name or a text of several lines must not look like a field of its own. */
export const fieldNotes = (fields: readonly [string, unknown][]): string[] =>
  fields.map(([name, value]) => {
    const shown = typeof value === "string" && isOneLine(value) ? value : JSON.stringify(value);
    return `${isOneLine(name) ? name : JSON.stringify(name)}: ${shown}`;
  });
