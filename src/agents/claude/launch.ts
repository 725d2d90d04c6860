// The command line of Claude Code.
import type { LaunchContext } from "../driver.ts";
import { toAgentMode } from "./modes.ts";
import { trustFlags } from "./trust.ts";

const output = ["--output-format", "stream-json", "--verbose", "--include-partial-messages"];

/** Replayed user messages show when a prompt was accepted; the permission tool "stdio" makes the program ask Skein. */
const stream = ["--input-format", "stream-json", "--replay-user-messages", "--permission-prompt-tool", "stdio"];

export function argvOf(transport: "stream" | "oneshot", context: LaunchContext): string[] {
  const { executable, mode, model, filesDir } = context;
  return [
    executable,
    "-p",
    ...(transport === "stream" ? stream : []),
    ...output,
    ...readFlags(filesDir),
    ...planningAsks,
    ...trustFlags(context),
    ...modeFlags(mode),
    ...(model === null ? [] : ["--model", model]),
    ...conversationFlags(context),
  ];
}

/**
 * A fork contains everything up to the mark, whatever its source has said since, because its first process may start much later. The flag for
 * that is hidden (2.1.325). The value of `--resume` is optional, so as an argument of its own a value that looks like a flag would be taken
 * for one.
 */
function conversationFlags({ nativeId, newNativeId, fork }: LaunchContext): string[] {
  if (nativeId !== null) return [`--resume=${nativeId}`];
  if (fork === null) return ["--session-id", newNativeId];
  const branch = [`--resume=${fork.nativeId}`, "--fork-session", "--session-id", newNativeId];
  return fork.mark === null ? branch : [...branch, `--resume-session-at=${fork.mark}`];
}

/** Otherwise the vendor's server judges commands in plan mode, and nobody is asked (2.1.325). */
const planningAsks = ["--settings", JSON.stringify({ useAutoModeDuringPlan: false })];

/** A path without characters that have a meaning in a rule. */
const plainPath = /^\/[\w./@+-]*$/;

/** The agent may read files that a person has sent without asking; if the path does not fit into a rule, it asks. */
const readFlags = (filesDir: string): string[] =>
  plainPath.test(filesDir) ? ["--allowedTools", `Read(/${filesDir}/**)`] : [];

/** Without a requested mode, the user's own setting applies. */
function modeFlags(mode: string | null): string[] {
  if (mode === null) return [];
  return mode === "auto" ? ["--dangerously-skip-permissions"] : ["--permission-mode", toAgentMode(mode)];
}
