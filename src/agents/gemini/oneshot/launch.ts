// How Gemini CLI is started for one prompt, and what it is given.
import { isMode, type Mode, type ModeEffects } from "../../../core/index.ts";
import type { DeliveredPrompt, LaunchContext } from "../../driver.ts";
import { withMention } from "../../kit/file-mention.ts";

const words: Readonly<Record<Mode, string>> = { ask: "default", code: "auto_edit", plan: "plan", auto: "yolo" };

/** As seen with 0.61.0: with nobody to ask, what would be asked about is not even offered to the model. */
export const modes: ModeEffects = {
  ask: { edits: "refused", commands: "refused" },
  code: { edits: "free", commands: "refused" },
  plan: { edits: "refused", commands: "refused", note: "it writes plans to its own directory" },
  auto: { edits: "free", commands: "free" },
};

/** Files that came with the prompt are outside of the workspace: without this the agent may not read them. */
const withFiles = 'files=$1; shift; if [ -d "$files" ]; then exec "$@" --include-directories "$files"; fi; exec "$@"';

export function argvOf({ executable, nativeId, newNativeId, mode, model, filesDir }: LaunchContext): string[] {
  return [
    ...["/bin/sh", "-c", withFiles, "sh", filesDir],
    ...[executable, "-o", "stream-json"],
    // Without a wish, what the person has set up for the agent itself holds.
    ...(mode === null ? [] : ["--approval-mode", isMode(mode) ? words[mode] : mode]),
    ...(model === null ? [] : ["--model", model]),
    ...(nativeId === null ? ["--session-id", newNativeId] : [`--resume=${nativeId}`]),
  ];
}

/** A prompt that begins with a slash may be the name of a command of the person's own; one blank before it keeps it a text. */
export function stdinOf(prompt: DeliveredPrompt): string {
  const text = withMention(prompt);
  return text.startsWith("/") ? ` ${text}` : text;
}
