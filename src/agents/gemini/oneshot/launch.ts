// The command line of Gemini CLI for one prompt.
import { isMode, type Mode, type ModeEffects } from "../../../core/index.ts";
import type { DeliveredPrompt, LaunchContext } from "../../driver.ts";
import { withMention } from "../../kit/file-mention.ts";

const words: Readonly<Record<Mode, string>> = { ask: "default", code: "auto_edit", plan: "plan", auto: "yolo" };

/** As observed with 0.61.0: without anybody to ask, such tools are not offered to the model. */
export const modes: ModeEffects = {
  ask: { edits: "refused", commands: "refused" },
  code: { edits: "free", commands: "refused" },
  plan: { edits: "refused", commands: "refused", note: "it writes plans to its own directory" },
  auto: { edits: "free", commands: "free" },
};

/** The prompt's files are outside of the workspace: without this the agent may not read them. */
const withFiles = 'files=$1; shift; if [ -d "$files" ]; then exec "$@" --include-directories "$files"; fi; exec "$@"';

export function argvOf({ executable, nativeId, newNativeId, mode, model, filesDir }: LaunchContext): string[] {
  return [
    ...["/bin/sh", "-c", withFiles, "sh", filesDir],
    ...[executable, "-o", "stream-json"],
    // Without a requested mode, the user's own setting applies.
    ...(mode === null ? [] : ["--approval-mode", isMode(mode) ? words[mode] : mode]),
    ...(model === null ? [] : ["--model", model]),
    ...(nativeId === null ? ["--session-id", newNativeId] : [`--resume=${nativeId}`]),
  ];
}

/** A prompt that begins with a slash may be the name of a user's command; a blank in front prevents that. */
export function stdinOf(prompt: DeliveredPrompt): string {
  const text = withMention(prompt);
  return text.startsWith("/") ? ` ${text}` : text;
}
