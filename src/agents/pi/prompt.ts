// Sends a prompt to the model unchanged, with its files.
import type { DeliveredFile, DeliveredPrompt } from "../driver.ts";
import { isImage } from "../kit/file-kinds.ts";
import { withMention } from "../kit/file-mention.ts";
import { wrap, wrapSlash } from "./verbatim.ts";

/** Pi reduces the size of images that are too large. */
const isEmbedded = ({ mediaType }: DeliveredFile): boolean => isImage(mediaType);

export function promptMessage(prompt: DeliveredPrompt): { message: string; images?: object[] } {
  const { promptId, text, files = [], isCommand = false } = prompt;
  const embedded = files.filter(isEmbedded).map(imageBlock);
  const mentioned = files.filter((file) => !isEmbedded(file));
  const words = withMention({ promptId, text, files: mentioned });
  const message = isCommand ? words : wrapSlash(words);
  return { message, ...(embedded.length > 0 ? { images: embedded } : {}) };
}

const imageBlock = ({ mediaType, base64 }: DeliveredFile) => ({ type: "image", mimeType: mediaType, data: base64() });

/** A plain stdin has only text. */
export const promptText = (prompt: DeliveredPrompt): string => wrap(withMention(prompt));
