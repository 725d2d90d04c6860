// The fields of a tool's input that nothing else shows, so that people see everything that a yes would allow.
import type { ToolInput } from "./tool-title.ts";

/** Whether the value contains anything. */
export function isFilled(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

export const otherFields = (input: ToolInput, known: readonly string[]): [name: string, value: unknown][] =>
  Object.entries(input).filter(([name, value]) => !known.includes(name) && isFilled(value));

const isOneLine = (text: string): boolean => !/[\n\r]/.test(text);

/** One line per field; a name or text with several lines must not look like further fields. */
export const fieldNotes = (fields: readonly [string, unknown][]): string[] =>
  fields.map(([name, value]) => {
    const shown = typeof value === "string" && isOneLine(value) ? value : JSON.stringify(value);
    return `${isOneLine(name) ? name : JSON.stringify(name)}: ${shown}`;
  });
