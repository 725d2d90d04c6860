// A prompt reaches the model as it was written, with the files that go with it.
import type { DeliveredFile, DeliveredPrompt } from "../driver.ts";
import { withMention } from "../file-mention.ts";
import { wrap, wrapSlash } from "./verbatim.ts";

/** What models take; Pi makes those smaller that are too large. */
const images: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

const isEmbedded = ({ mediaType }: DeliveredFile): boolean => images.includes(mediaType);

export function promptMessage({ promptId, text, files = [] }: DeliveredPrompt): { message: string; images?: object[] } {
  const embedded = files.filter(isEmbedded).map(imageBlock);
  const mentioned = files.filter((file) => !isEmbedded(file));
  const message = wrapSlash(withMention({ promptId, text, files: mentioned }));
  return { message, ...(embedded.length > 0 ? { images: embedded } : {}) };
}

const imageBlock = ({ mediaType, base64 }: DeliveredFile) => ({ type: "image", mimeType: mediaType, data: base64() });

/** On a plain stdin there is nothing but text. */
export const promptText = (prompt: DeliveredPrompt): string => wrap(withMention(prompt));
