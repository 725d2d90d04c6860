// A prompt as text: all that is known of a tool of config.toml is that it takes that.
import type { DeliveredPrompt } from "../driver.ts";

/** Files are named: whether the tool can read them is its own matter. */
export function promptText({ text, files = [] }: DeliveredPrompt): string {
  if (files.length === 0) return text;
  const named = files.map(({ name, mediaType, path }) => `- ${name} (${mediaType}): ${path}`);
  return [["Files that go with this message:", ...named].join("\n"), text].filter((part) => part !== "").join("\n\n");
}

/** What a tool that takes lines is to be given, and whether line breaks had to go for it. */
export function typed(text: string, marks: readonly [string, string] | null): { text: string; isFlattened: boolean } {
  if (!/[\n\r]/.test(text)) return { text, isFlattened: false };
  if (marks) return { text: `${marks[0]}${text}${marks[1]}`, isFlattened: false };
  return { text: text.replace(/(?<!\s)\s*[\n\r]\s*/g, " "), isFlattened: true };
}
