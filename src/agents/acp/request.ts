// What a tool call would do, in the words that rules are written in.
import { resolve } from "node:path";
import type { PermissionRequest } from "../../core/index.ts";
import { isFilled } from "../input-fields.ts";
import { otherDirectory } from "../other-directory.ts";
import type { ToolInput } from "../tool-title.ts";
import { commandIn } from "./command.ts";
import { contentText } from "./content.ts";
import { inputIn } from "./detail.ts";
import type { ToolCall } from "./protocol.ts";
import { type Call, MAX_PATHS, type Scene } from "./state.ts";

const kinds = ["execute", "edit", "delete", "move", "read", "search", "fetch"] as const;

/** `known` is the call as it was told of before: a question may leave out what was said then. */
export function requestOf({ agent, state }: Scene, said: ToolCall, known: Call | undefined): PermissionRequest {
  const { cwd } = state;
  const named = said.kind ?? known?.kind;
  const kind = kinds.find((one) => one === named) ?? "other";
  // A title is for people. Only where we know that this very agent puts the input there it counts as that.
  const guess = agent.quirks?.inputOf?.({ kind, title: said.title ?? "", paths: [], content: textIn(said) }) ?? {};
  const input = inputIn(isFilled(said.rawInput) ? said.rawInput : guess);
  // The protocol has no names of tools.
  const request = { kind, tool: null } as const;
  const command = kind === "execute" || kind === "other" ? commandIn(input) : null;
  if (command) {
    const directory = otherDirectory(cwd, command.cwd ?? "");
    const isJudged = kind === "execute" && command.isWhole;
    return {
      ...{ ...request, command: command.line, paths: [] },
      ...(directory === null ? {} : { cwd: directory }),
      ...(isJudged ? {} : { hasMore: true }),
    };
  }
  const isCut = known !== undefined && (known.isCut || known.writes.length >= MAX_PATHS);
  const paths = kind === "execute" ? [] : pathsOf(said, { cwd, known, input });
  return { ...request, command: null, paths, ...(isCut ? { hasMore: true } : {}) };
}

const textIn = ({ content }: ToolCall): string => contentText(content?.filter(({ type }) => type === "content") ?? []);

/** All of them: what is left out here no rule would look at. */
function pathsOf(
  { locations, content }: ToolCall,
  { cwd, known, input }: { cwd: string; known: Call | undefined; input: ToolInput },
): string[] {
  const changed = content?.flatMap((one) => (one.type === "diff" ? [one.path] : [])) ?? [];
  const named = locations?.map(({ path }) => path) ?? [];
  const all = [...named, ...changed, ...(known?.reads ?? []), ...(known?.writes ?? []), ...pathsIn(input)];
  return [...new Set(all.map((path) => resolve(cwd, path)))];
}

/** The agent may say in its input what it leaves out elsewhere. */
const pathsIn = (input: ToolInput): string[] =>
  Object.entries(input).flatMap(([name, value]) =>
    pathField.test(name) && typeof value === "string" && /^[^\n]+$/.test(value) ? [value] : [],
  );

const pathField = /path$|^file$|^file_?name$|^(source|destination|target|from|to)$/i;
