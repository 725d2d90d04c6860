// How Pi is started.
import { join } from "node:path";
import type { LaunchContext } from "../driver.ts";
import { MODE_FLAG, PLACE_FLAG } from "./approvals/names.ts";
import { DEFAULT_MODE } from "./modes.ts";

interface Way {
  transport: "stream" | "oneshot";
  /** The directory of the programs that Skein brings along. */
  programs: string;
}

export function argvOf({ transport, programs }: Way, context: LaunchContext): string[] {
  const { executable, mode, model, fork } = context;
  const isStream = transport === "stream";
  return [
    executable,
    ...(isStream ? ["--mode", "rpc"] : ["--mode", "json", "--print"]),
    ...["--extension", join(programs, "pi-approvals.mjs")],
    ...[`--${MODE_FLAG}`, mode ?? DEFAULT_MODE],
    ...(model === null ? [] : ["--model", model]),
    ...conversationFlags(context, programs),
    ...(isStream || !fork?.mark ? [] : [`--${PLACE_FLAG}`, fork.mark]),
  ];
}

/**
 * `--session` refuses to start without the conversation, where `--session-id` would begin a blank one. A new conversation is a
 * fork of one in which nothing was said: else Pi would write nothing to disk until the first answer is complete, and a first turn
 * that is cut off would leave nothing to go on with (0.87.1).
 */
function conversationFlags({ nativeId, newNativeId, fork }: LaunchContext, programs: string): string[] {
  if (nativeId !== null) return ["--session", nativeId];
  return ["--fork", fork?.nativeId ?? join(programs, "pi-new-session.jsonl"), "--session-id", newNativeId];
}
