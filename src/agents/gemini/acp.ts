// Gemini CLI over ACP, as of version 0.61.0. For it kit/acp also supports: the model in `models`, a turn's usage in `_meta.quota`, a command
// as the title of a call without input, a turn without a message, and the HTTP status of the model's API as an error code.
import type { AcpAgent, CallInWords, OwnWords } from "../kit/acp/agent.ts";
import { program } from "./program.ts";

/**
 * A conversation is a file, named by the minute of its start and eight characters of its id. Resuming it creates a new file with such a name:
 * in the same minute this is the same file, and its history is lost; otherwise the program's clean-up finds the new file empty and deletes all
 * files with these eight characters. With another suffix the file is still found by its content, and neither happens.
 */
const keepHistory = `
for file in "\${GEMINI_CLI_HOME:-$HOME}"/.gemini/tmp/*/chats/session-*-"$1".jsonl; do
  kept=\${file%.jsonl}-kept.jsonl
  if [ -f "$file" ] && ! [ -e "$kept" ]; then mv "$file" "$kept"; fi
done
shift
exec "$@"`;

/** It reports a change of its mode as a message of the model. */
function readText(text: string): OwnWords | null {
  const [, mode] = /^\[MODE_UPDATE\] (\S+)$/.exec(text) ?? [];
  return mode === undefined ? null : { kind: "mode", mode };
}

/** It removes these and the quotes around the rest, so that another command runs: `sh -c 'a' ; echo '; b'` runs b (0.61.0). */
const shell = /^\s*(?:(?:\S+\/)?(?:sh|bash|zsh)\s+-c|cmd\.exe\s+\/c|(?:powershell|pwsh)(?:\.exe)?\s.*-Command)\s/is;

/** The title of a command is the command itself; its content has the directory and the model's explanation. */
function inputOf({ kind, title, paths: [path], content }: CallInWords) {
  if (kind !== "execute") return path === undefined ? null : { path };
  const [, directory] = /^\[(?:in|current working directory) ([^\]]+)\][^\]]*$/.exec(content) ?? [];
  const isUsual = !shell.test(title);
  if (directory !== undefined && isUsual) return { command: title, directory };
  // The directory or the command is unknown: no rule may judge it.
  return content === "" && isUsual ? { command: title } : { command: title, content: content || title };
}

/** A yes for the session changes its mode, or applies to everything that begins with the programs' names (0.61.0). */
function grantLabel({ id, kind }: { id: string; kind: string }): string | null {
  if (id !== "proceed_always") return null;
  if (kind === "edit") return "Allow this and all edits for this session";
  return kind === "execute" ? "Allow every command of the same programs for this session" : null;
}

export const gemini = {
  ...program,
  args: ["--acp"],
  quirks: {
    modes: {
      ask: { settings: [{ kind: "mode", id: "default" }], effect: { edits: "asked", commands: "asked" } },
      code: { settings: [{ kind: "mode", id: "autoEdit" }], effect: { edits: "free", commands: "asked" } },
      plan: { settings: [{ kind: "mode", id: "plan" }], effect: { edits: "refused", commands: "refused" } },
      auto: { settings: [{ kind: "mode", id: "yolo" }], effect: { edits: "free", commands: "free" } },
    },
    canSetModel: true,
    commandSigns: "/$",
    repeatsAfterLoad: true,
    wholeThoughts: true,
    grantLabel,
    inputOf,
    readText,
    launch: ({ nativeId }, command) => ({
      argv: nativeId === null ? command : ["/bin/sh", "-c", keepHistory, "sh", nativeId.slice(0, 8), ...command],
    }),
  },
} satisfies AcpAgent;
