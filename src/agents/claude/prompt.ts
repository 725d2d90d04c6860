// A prompt reaches the model as it was written, also where Claude Code would take its beginning for a command.
import type { DeliveredFile, DeliveredPrompt } from "../driver.ts";
import { isImage } from "../kit/file-kinds.ts";
import { mentionOf, withMention } from "../kit/file-mention.ts";

const looksLikeCommand = (text: string): boolean => text.trimStart().startsWith("/");

/** Of base64. The API refuses more, then and with every later prompt of the conversation. */
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

const isEmbedded = ({ mediaType, bytes }: DeliveredFile): boolean =>
  isImage(mediaType) && Math.ceil(bytes / 3) * 4 <= MAX_IMAGE_BYTES;

/**
 * The uuid makes a repeated line harmless: the program drops one that it has seen.
 * "/…" is eaten as a command, and the model never asked (2.1.197, 2.1.325). The program looks at the last text block
 * alone, and leaves an empty one out of its request: so the model sees exactly the prompt.
 */
export function promptLine({ promptId, text, files = [], isCommand = false }: DeliveredPrompt): string {
  const embedded = files.filter(isEmbedded);
  const mentioned = files.filter((file) => !isEmbedded(file));
  const content = [
    ...embedded.map(imageBlock),
    ...(mentioned.length > 0 ? [{ type: "text", text: mentionOf(mentioned) }] : []),
    ...(text === "" && files.length > 0 ? [] : [{ type: "text", text }]),
    ...(looksLikeCommand(text) && !isCommand ? [{ type: "text", text: "" }] : []),
  ];
  return JSON.stringify({ type: "user", message: { role: "user", content }, uuid: promptId });
}

const imageBlock = ({ mediaType, base64 }: DeliveredFile) => ({
  type: "image",
  source: { type: "base64", media_type: mediaType, data: base64() },
});

/** On a plain stdin there are no blocks: one blank before the slash is the least that works. */
export function promptText(prompt: DeliveredPrompt): string {
  const text = withMention(prompt);
  return text.startsWith("/") ? ` ${text}` : text;
}
