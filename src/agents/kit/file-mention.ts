// Files that can't go into a prompt itself: the agent is told where they are. Shared by all drivers.
import type { DeliveredFile, DeliveredPrompt } from "../driver.ts";

export const mentionOf = (files: readonly DeliveredFile[]): string =>
  [
    "Files attached to this message:",
    ...files.map(({ name, mediaType, path }) => `- ${name} (${mediaType}): ${path}`),
  ].join("\n");

/** The prompt as a plain text, its files mentioned first. */
export const withMention = ({ text, files = [] }: DeliveredPrompt): string =>
  files.length === 0 ? text : [mentionOf(files), text].filter((part) => part !== "").join("\n\n");
