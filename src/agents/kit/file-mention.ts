// Files that can't be part of a prompt: the prompt names their paths instead. Shared by all drivers.
import type { DeliveredFile, DeliveredPrompt } from "../driver.ts";

export const mentionOf = (files: readonly DeliveredFile[]): string =>
  [
    "Files attached to this message:",
    ...files.map(({ name, mediaType, path }) => `- ${name} (${mediaType}): ${path}`),
  ].join("\n");

/** The prompt as plain text that begins with its files' paths. */
export const withMention = ({ text, files = [] }: DeliveredPrompt): string =>
  files.length === 0 ? text : [mentionOf(files), text].filter((part) => part !== "").join("\n\n");
