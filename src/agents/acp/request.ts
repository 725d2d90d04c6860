// What a tool call would do, in the words that rules are written in.
import { resolve } from "node:path";
import type { PermissionRequest } from "../../core/index.ts";
import type { ToolCall } from "./protocol.ts";
import type { Call, Scene } from "./state.ts";

const kinds = ["execute", "edit", "delete", "move", "read", "search", "fetch"] as const;

/** `known` is the call as it was told of before: a question may leave out what was said then. */
export function requestOf({ agent, state }: Scene, said: ToolCall, known: Call | undefined): PermissionRequest {
  const named = said.kind ?? known?.kind;
  const kind = kinds.find((one) => one === named) ?? "other";
  const paths = kind === "execute" ? [] : pathsOf(said, state.cwd, known);
  // A title is for people. Only where we know that this very agent puts the input there it counts as that.
  const guess = agent.quirks?.inputOf?.({ kind, title: said.title ?? "", paths }) ?? {};
  const input = isFilled(said.rawInput) ? said.rawInput : guess;
  // The protocol has no names of tools.
  return { kind, tool: null, command: kind === "execute" ? commandIn(input) : null, paths };
}

const isFilled = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.keys(value).length > 0;

function commandIn(input: object): string | null {
  const { command, cmd, commands } = input as Record<string, unknown>;
  const one = command ?? cmd;
  if (typeof one === "string" && one !== "") return one;
  if (isWords(one)) return scriptIn(one) ?? one.map(quoted).join(" ");
  return isWords(commands) ? commands.join("\n") : null;
}

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");

/** ["bash", "-lc", "ls"]: what the shell is given is the command. */
function scriptIn([shell = "", option = "", script, ...more]: readonly string[]): string | null {
  const isShell = /(^|\/)(ba|z|da)?sh$/.test(shell) && /^-l?c$/.test(option);
  return isShell && script !== undefined && more.length === 0 ? script : null;
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** All of them: what is left out here no rule would look at. */
function pathsOf({ locations, content }: ToolCall, cwd: string, known: Call | undefined): string[] {
  const changed = content?.flatMap((one) => (one.type === "diff" ? [one.path] : [])) ?? [];
  const named = locations?.map(({ path }) => path) ?? [];
  const all = [...named, ...changed, ...(known?.reads ?? []), ...(known?.writes ?? [])];
  return [...new Set(all.map((path) => resolve(cwd, path)))];
}
