// Sends a prompt to the model unchanged, even if Claude Code would take its beginning for a command.
import type { DeliveredFile, DeliveredPrompt } from "../driver.ts";
import { isImage } from "../kit/file-kinds.ts";
import { mentionOf, withMention } from "../kit/file-mention.ts";

const looksLikeCommand = (text: string): boolean => text.trimStart().startsWith("/");

/** In base64. The API refuses larger ones, and then every later prompt of the conversation too. */
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

const isEmbedded = ({ mediaType, bytes }: DeliveredFile): boolean =>
  isImage(mediaType) && Math.ceil(bytes / 3) * 4 <= MAX_IMAGE_BYTES;

/**
 * The uuid makes a repeated line harmless, because the program drops one that it has seen. A text that begins with "/" would be taken for a
 * command and never reach the model (2.1.197, 2.1.325). The program checks only the last text block for that, and omits an empty one from its
 * request, so the model gets exactly the prompt.
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

/** A plain stdin has no blocks: a blank before the slash is the smallest change that works. */
export function promptText(prompt: DeliveredPrompt): string {
  const text = withMention(prompt);
  return text.startsWith("/") ? ` ${text}` : text;
}
