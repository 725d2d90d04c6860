// A prompt as the parts of a message. OpenCode reads the files itself; files that no model accepts are mentioned by their paths.
import { pathToFileURL } from "node:url";
import type { DeliveredFile, DeliveredPrompt } from "../driver.ts";
import { isImage, isText } from "../kit/file-kinds.ts";
import { mentionOf } from "../kit/file-mention.ts";

/** Sent to the model unchanged, if it accepts the type. */
const isAttached = ({ mediaType }: DeliveredFile): boolean =>
  isImage(mediaType) || mediaType === "application/pdf" || isText(mediaType);

/** The part with Skein's id of the prompt returns with the resulting message. A prompt without text gets a part that is hidden from the model. */
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

/** The prompt with an id; null for another run's: a copied conversation contains its own. */
export const promptNamed = (run: string, name: string | undefined): string | null =>
  name?.startsWith(`${run}:`) ? name.slice(run.length + 1) : null;

const filePart = ({ name, mediaType, path }: DeliveredFile) => ({
  type: "file",
  // Only this type is read as text.
  mime: isText(mediaType) ? "text/plain" : mediaType,
  filename: name,
  url: pathToFileURL(path).href,
});
