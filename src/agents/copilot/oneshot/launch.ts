// The command line of Copilot CLI for one prompt.
import { isMode, type Mode, type ModeEffects } from "../../../core/index.ts";
import type { LaunchContext } from "../../driver.ts";

/**
 * The conversation remembers its last mode, so each prompt must set it (1.0.102). A variable in the user's environment that allows everything
 * must not override a stricter mode.
 */
const flags: Readonly<Record<Mode, readonly string[]>> = {
  ask: ["--mode", "interactive"],
  code: ["--mode", "interactive", "--allow-tool=write"],
  plan: ["--mode", "plan"],
  auto: ["--mode", "interactive", "--allow-all"],
};

/** As observed with 1.0.102: without anybody to ask, such an action is refused. */
export const modes: ModeEffects = {
  ask: { edits: "refused", commands: "refused", note: "read-only commands run without asking" },
  code: { edits: "free", commands: "refused", note: "read-only commands run without asking" },
  plan: { edits: "refused", commands: "refused", note: "read-only commands run without asking" },
  auto: { edits: "free", commands: "free" },
};

/**
 * The usage of a turn is only in a file that the program writes at its end; it is added as one more line. The program handles signals itself:
 * it takes two seconds to save a conversation that has just started. The prompt's files are outside of the workspace, and without `--add-dir`
 * the agent may not read them.
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
    // Without a requested mode, the user's own setting applies.
    ...(mode === null ? [] : isMode(mode) ? flags[mode] : ["--mode", mode]),
    ...(model === null ? [] : ["--model", model]),
    nativeId === null ? `--session-id=${newNativeId}` : `--resume=${nativeId}`,
  ];
}

export const environmentOf = ({ mode }: LaunchContext): Record<string, string> =>
  mode === null || mode === "auto" ? {} : { COPILOT_ALLOW_ALL: "false" };
