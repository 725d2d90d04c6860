// A prompt reaches the model as it was written, also where Claude Code would take its beginning for a command.
import type { DeliveredPrompt } from "../driver.ts";

const looksLikeCommand = (text: string): boolean => text.trimStart().startsWith("/");

/**
 * The uuid makes a repeated line harmless: the program drops one that it has seen.
 * "/…" is eaten as a command, and the model never asked (2.1.197, 2.1.325). The program looks at the last text block
 * alone, and leaves an empty one out of its request: so the model sees exactly the prompt.
 */
export function promptLine({ promptId, text }: DeliveredPrompt): string {
  const content = [{ type: "text", text }, ...(looksLikeCommand(text) ? [{ type: "text", text: "" }] : [])];
  return JSON.stringify({ type: "user", message: { role: "user", content }, uuid: promptId });
}

/** On a plain stdin there are no blocks: one blank before the slash is the least that works. */
export const promptText = ({ text }: DeliveredPrompt): string => (text.startsWith("/") ? ` ${text}` : text);
