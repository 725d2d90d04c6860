// A prompt as the parts of a message. OpenCode reads the files itself; what no model takes is mentioned by its path.
import { pathToFileURL } from "node:url";
import type { DeliveredFile, DeliveredPrompt } from "../driver.ts";
import { isText } from "../kit/file-kinds.ts";

/** What goes to the model as it is, if that takes it. */
const media: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf"];

const isAttached = ({ mediaType }: DeliveredFile): boolean => media.includes(mediaType) || isText(mediaType);

/**
 * The part that bears our name for the prompt comes back with the message that is made of it. A prompt without words has one
 * that the model is not shown.
 */
export function partsOf(run: string, { promptId, text, files = [] }: DeliveredPrompt): object[] {
  const metadata = { skein: `${run}:${promptId}` };
  const isSilent = text === "" && files.length > 0;
  const mentioned = files.filter((file) => !isAttached(file));
  return [
    { type: "text", text, metadata, ...(isSilent ? { ignored: true } : {}) },
    ...(mentioned.length > 0 ? [{ type: "text", text: mentionOf(mentioned) }] : []),
    ...files.filter(isAttached).map(filePart),
  ];
}

/** The prompt that a name stands for; null for another run's: a copied conversation brings its own along. */
export const promptNamed = (run: string, name: string | undefined): string | null =>
  name?.startsWith(`${run}:`) ? name.slice(run.length + 1) : null;

const filePart = ({ name, mediaType, path }: DeliveredFile) => ({
  type: "file",
  // Only this one is read as text.
  mime: isText(mediaType) ? "text/plain" : mediaType,
  filename: name,
  url: pathToFileURL(path).href,
});

const mentionOf = (files: readonly DeliveredFile[]): string =>
  [
    "Files that go with this message:",
    ...files.map(({ name, mediaType, path }) => `- ${name} (${mediaType}): ${path}`),
  ].join("\n");

/** On a plain stdin there are no parts. */
export const promptText = ({ text, files = [] }: DeliveredPrompt): string =>
  files.length === 0 ? text : [mentionOf(files), text].filter((part) => part !== "").join("\n\n");
