// Gemini CLI by ACP, as of version 0.61.0. Because of it kit/acp also takes: the model in `models`, the usage of a turn in `_meta.quota`, a
// command as the title of a call without input, a turn that ends without a word, and the model's HTTP status as the code of an error.
import type { AcpAgent, CallInWords, OwnWords } from "../kit/acp/agent.ts";
import { program } from "./program.ts";

/**
 * A conversation is one file, named by the minute of its beginning and eight characters of its id. Going on with it begins a
 * file of that pattern anew: in the same minute that is the same file, and the history in it is lost; in any other, the
 * program's clean-up finds the new file empty and deletes all files with these eight characters. Under another ending the
 * file is still found by what is in it, and neither happens to it.
 */
const keepHistory = `
for file in "\${GEMINI_CLI_HOME:-$HOME}"/.gemini/tmp/*/chats/session-*-"$1".jsonl; do
  kept=\${file%.jsonl}-kept.jsonl
  if [ -f "$file" ] && ! [ -e "$kept" ]; then mv "$file" "$kept"; fi
done
shift
exec "$@"`;

/** It tells of a change of its mode in the model's voice. */
function readText(text: string): OwnWords | null {
  const [, mode] = /^\[MODE_UPDATE\] (\S+)$/.exec(text) ?? [];
  return mode === undefined ? null : { kind: "mode", mode };
}

/** It takes these and quotes around the rest off, and what then runs is another command: `sh -c 'a' ; echo '; b'` runs b (0.61.0). */
const shell = /^\s*(?:(?:\S+\/)?(?:sh|bash|zsh)\s+-c|cmd\.exe\s+\/c|(?:powershell|pwsh)(?:\.exe)?\s.*-Command)\s/is;

/** The title of a command is the command itself; its content says where it would run, and the model's words about it. */
function inputOf({ kind, title, paths: [path], content }: CallInWords) {
  if (kind !== "execute") return path === undefined ? null : { path };
  const [, directory] = /^\[(?:in|current working directory) ([^\]]+)\][^\]]*$/.exec(content) ?? [];
  const isUsual = !shell.test(title);
  if (directory !== undefined && isUsual) return { command: title, directory };
  // Nobody could say where, or what: no rule may judge it.
  return content === "" && isUsual ? { command: title } : { command: title, content: content || title };
}

/** A yes for the session changes its mode, or holds for whatever begins with the names of the programs (0.61.0). */
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
