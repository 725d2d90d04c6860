// How Claude Code is started.
import type { LaunchContext } from "../driver.ts";
import { toAgentMode } from "./modes.ts";
import { trustFlags } from "./trust.ts";

const output = ["--output-format", "stream-json", "--verbose", "--include-partial-messages"];

/** Replayed user messages tell when a prompt was taken up; the permission tool "stdio" makes it ask us. */
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
 * A fork keeps everything up to the mark, whatever its source has said since: its first process may start long after it was
 * made. The flag for that is hidden (2.1.325). The value of `--resume` is optional: what follows as an argument of its own and looks like a flag
 * would be one.
 */
function conversationFlags({ nativeId, newNativeId, fork }: LaunchContext): string[] {
  if (nativeId !== null) return [`--resume=${nativeId}`];
  if (fork === null) return ["--session-id", newNativeId];
  const branch = [`--resume=${fork.nativeId}`, "--fork-session", "--session-id", newNativeId];
  return fork.mark === null ? branch : [...branch, `--resume-session-at=${fork.mark}`];
}

/** Else commands are judged by the vendor's server while it plans, and nobody is asked (2.1.325). */
const planningAsks = ["--settings", JSON.stringify({ useAutoModeDuringPlan: false })];

/** What a rule can hold without being read as something else. */
const plainPath = /^\/[\w./@+-]*$/;

/** A file that a person has sent is read without asking them; where that can't be written as a rule, they are asked. */
const readFlags = (filesDir: string): string[] =>
  plainPath.test(filesDir) ? ["--allowedTools", `Read(/${filesDir}/**)`] : [];

/** Without a wish, what the person has set up for the agent itself holds. */
function modeFlags(mode: string | null): string[] {
  if (mode === null) return [];
  return mode === "auto" ? ["--dangerously-skip-permissions"] : ["--permission-mode", toAgentMode(mode)];
}
