// How Copilot CLI is started for one prompt, and what it is given.
import { isMode, type Mode, type ModeEffects } from "../../../core/index.ts";
import type { LaunchContext } from "../../driver.ts";

/**
 * The conversation keeps the mode that it was in, so that each prompt has to say it (1.0.102). A variable of the person's own that
 * allows everything must not outdo a mode that does not.
 */
const flags: Readonly<Record<Mode, readonly string[]>> = {
  ask: ["--mode", "interactive"],
  code: ["--mode", "interactive", "--allow-tool=write"],
  plan: ["--mode", "plan"],
  auto: ["--mode", "interactive", "--allow-all"],
};

/** As seen with 1.0.102: with nobody to ask, what would be asked about is refused. */
export const modes: ModeEffects = {
  ask: { edits: "refused", commands: "refused", note: "read-only commands run without asking" },
  code: { edits: "free", commands: "refused", note: "read-only commands run without asking" },
  plan: { edits: "refused", commands: "refused", note: "read-only commands run without asking" },
  auto: { edits: "free", commands: "free" },
};

/**
 * What a turn used is nowhere but in a file that the program writes at its end: it becomes one more line. A signal is left to the
 * program, which takes two seconds to put away a conversation that has just begun. Files that came with the prompt are outside of the
 * workspace: without `--add-dir` the agent may not read them.
 */
const withUsage = `
trap : HUP INT TERM
files=$1 usage=$1.usage; shift
if [ -d "$files" ]; then set -- "$@" --add-dir "$files"; fi
"$@" --usage-output-file "$usage"
code=$?
printf '{"type":"skein.usage","totals":%s}\\n' "$(cat "$usage" 2>/dev/null || echo null)" | tr -d '\\n'
echo
exit $code`;

export function argvOf({ executable, nativeId, newNativeId, mode, model, filesDir }: LaunchContext): string[] {
  return [
    ...["/bin/sh", "-c", withUsage, "sh", filesDir],
    ...[executable, "--output-format", "json"],
    // Without a wish, what the person has set up for the agent itself holds.
    ...(mode === null ? [] : isMode(mode) ? flags[mode] : ["--mode", mode]),
    ...(model === null ? [] : ["--model", model]),
    nativeId === null ? `--session-id=${newNativeId}` : `--resume=${nativeId}`,
  ];
}

export const environmentOf = ({ mode }: LaunchContext): Record<string, string> =>
  mode === null || mode === "auto" ? {} : { COPILOT_ALLOW_ALL: "false" };
