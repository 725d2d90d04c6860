// The command line of Pi.
import { join } from "node:path";
import type { LaunchContext } from "../driver.ts";
import { MODE_FLAG, PLACE_FLAG } from "./approvals/names.ts";
import { DEFAULT_MODE } from "./modes.ts";

interface Way {
  transport: "stream" | "oneshot";
  /** The directory of the programs that are shipped with Skein. */
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
 * `--session` fails if the conversation is missing, while `--session-id` would start an empty one. A new conversation is a fork of an empty
 * one: otherwise Pi would write nothing to disk until the first answer is complete, and an interrupted first turn could not be resumed
 * (0.87.1).
 */
function conversationFlags({ nativeId, newNativeId, fork }: LaunchContext, programs: string): string[] {
  if (nativeId !== null) return ["--session", nativeId];
  return ["--fork", fork?.nativeId ?? join(programs, "pi-new-session.jsonl"), "--session-id", newNativeId];
}
