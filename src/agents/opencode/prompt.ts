// A prompt as the parts of a message. OpenCode reads the files itself; what no model takes is mentioned by its path.
import { pathToFileURL } from "node:url";
import type { DeliveredFile, DeliveredPrompt } from "../driver.ts";
import { isImage, isText } from "../kit/file-kinds.ts";
import { mentionOf } from "../kit/file-mention.ts";

/** What goes to the model as it is, if that takes it. */
const isAttached = ({ mediaType }: DeliveredFile): boolean =>
  isImage(mediaType) || mediaType === "application/pdf" || isText(mediaType);

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
