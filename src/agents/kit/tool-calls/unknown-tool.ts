// What an unknown tool would access and run, as far as its input tells: tools of MCP servers, extensions, newer agents.
import type { PermissionRequest } from "../../../core/index.ts";
import { isFileUrl } from "./file-url.ts";
import { isFilled, otherFields } from "./input-fields.ts";
import { namedPath } from "./named-path.ts";
import { otherDirectory } from "./other-directory.ts";
import { commandIn } from "./said-command.ts";
import type { ToolInput } from "./tool-title.ts";

interface Use {
  tool: string;
  /** Null if it was not reported. */
  input: ToolInput | null;
  cwd: string;
}

const MAX_PATHS = 256;
/** In characters; the system accepts no longer paths. */
const MAX_PATH = 4096;
const MAX_DEPTH = 32;

export function unknownToolRequest({ tool, input, cwd }: Use): PermissionRequest {
  const request = { kind: "other", tool } as const;
  if (input === null) return { ...request, command: null, paths: [], hasMore: true };
  const command = commandIn(input);
  const rest = command ? Object.fromEntries(otherFields(input, command.fields)) : input;
  const found = findingsIn(rest);
  const named = [...new Set([...found.paths].map((path) => namedPath(cwd, path)))];
  const paths = named.slice(0, MAX_PATHS);
  const isUnclear = found.isUnclear || named.length > MAX_PATHS;
  const lines = [...(command ? [command.line] : []), ...found.commands];
  if (lines.length === 0) {
    const hasOtherInput = paths.length > 0 && found.hasOthers;
    return {
      ...{ ...request, command: null, paths },
      ...(hasOtherInput ? { hasOtherInput } : {}),
      ...(isUnclear ? { hasMore: true } : {}),
    };
  }
  const directory = otherDirectory(cwd, command?.cwd ?? "");
  const isJudged = command?.isWhole === true && lines.length === 1 && paths.length === 0 && !isUnclear;
  return {
    ...{ ...request, command: lines.join("\n"), paths },
    ...(directory === null ? {} : { cwd: directory }),
    ...(isJudged ? {} : { hasMore: true }),
  };
}

interface Findings {
  /** At least all of them, or more than are checked. */
  paths: Set<string>;
  commands: string[];
  /** Something in it may be a file or a command, which can't be told. */
  isUnclear: boolean;
  /** Something in it is neither a path nor the text of a file. */
  hasOthers: boolean;
}

/** The meaning of a value, by its field's name. An "end" may be a file or something else, such as a recipient. */
type Role = "path" | "end" | "command" | "text" | "place" | "other";

function findingsIn(input: ToolInput): Findings {
  const found: Findings = { paths: new Set(), commands: [], isUnclear: false, hasOthers: false };
  const visit = (value: unknown, role: Role, depth: number): void => {
    if (!isFilled(value)) return;
    if (depth > MAX_DEPTH) found.isUnclear = true;
    else if (typeof value === "string") readText(value, role, depth);
    else if (Array.isArray(value)) {
      if (role === "command" && value.every((one) => typeof one === "string")) found.commands.push(value.join(" "));
      else for (const one of value) visit(one, role, depth + 1);
    } else if (typeof value === "object") readFields(value as ToolInput, role, depth);
    else if (role !== "text" && role !== "place") found.hasOthers = true;
  };
  const readFields = (fields: ToolInput, outer: Role, depth: number): void => {
    for (const [name, value] of Object.entries(fields)) {
      // {"/etc/hosts": "its new text"}
      if (isPathLike(name)) readWord(name, "other");
      const role = roleOf(name);
      // {"file": {"name": "a"}}
      const isInherited = role === "other" && ["path", "end", "command"].includes(outer);
      visit(value, isInherited ? outer : role, depth + 1);
    }
  };
  const readText = (text: string, role: Role, depth: number): void => {
    if (role === "text") return;
    const inner = role === "command" ? null : jsonIn(text);
    if (role === "command") found.commands.push(text);
    else if (inner !== null) visit(inner, role, depth + 1);
    else readWord(text, role);
  };
  const readWord = (text: string, role: Role): void => {
    const isPath = role === "path" || role === "end" || isPathLike(text);
    if (role === "end" && !isPathLike(text)) found.hasOthers = true;
    if (isRemoteUrl(text)) found.hasOthers = true;
    else if (isOtherUrl(text) || (isPath && (text.length > MAX_PATH || /[\n\r]/.test(text)))) found.isUnclear = true;
    else if (isPath && found.paths.size > MAX_PATHS) found.isUnclear = true;
    else if (isPath) for (const path of pathsIn(text)) found.paths.add(path);
    else found.hasOthers = true;
  };
  readFields(input, "other", 0);
  return found;
}

const pathWord =
  /^(paths?|files?|file(name|path)s?|dirs?|director(y|ies)|folders?|cwd|workdir|roots?|uris?|attachments?|notebooks?)$/i;
const endWord = /^(sources?|src|destinations?|dest|dst|targets?|from|to|locations?|outputs?)$/i;
const commandField = /^(command|cmd|commands|command_?line|(shell|bash)_?(command|script)|script|argv)$/i;
/** Texts: they affect only files that are named elsewhere. */
const textField =
  /^(contents?|text|(file|old|new)_?(str|string|text|contents?|lines?)|insert_?text|encoding|description|explanation|title|reason)$/i;
/** Numbers and flags that specify a position in a file. */
const placeField = /^(replace_?all|insert_?line|offset|limit|line|head|tail|(start|end)_?line|view_range)$/i;

function roleOf(name: string): Role {
  if (textField.test(name)) return "text";
  if (placeField.test(name)) return "place";
  if (commandField.test(name)) return "command";
  const words = name.split(/[^a-zA-Z0-9]+|(?<=[a-z0-9])(?=[A-Z])/);
  if (words.some((word) => pathWord.test(word)) || /path$/i.test(name)) return "path";
  return words.some((word) => endWord.test(word)) ? "end" : "other";
}

/** It begins like a path, or is one word with a slash. */
const isPathLike = (text: string): boolean =>
  /^\s*([/~]|\.{1,2}(\/|\s*$))/.test(text) || isFileUrl(text) || (text.includes("/") && !/\s/.test(text.trim()));

/** Paths may follow a flag or a name, or be in a list or a pattern: `--output=/etc/hosts`, `a,/etc/hosts`, `{/etc,src}/*`. */
function pathsIn(text: string): string[] {
  if (isFileUrl(text)) return [text];
  const inner = text.match(/(?<=[=:@,;|{([<"'`]\s*)([/~]|\.\.(?=[/,|)}]))[^,;|"'`<>]*/g) ?? [];
  // Several paths in one text; a blank may also be part of a name.
  const listed = text.split(/[\s,;]+/).filter((piece) => piece !== text && /^[/~.]|\.\./.test(piece));
  return [text, ...inner.map((path) => path.replace(/^\.\.(?!\/)/, "../")), ...listed];
}

/** It is about another machine. */
const isRemoteUrl = (text: string): boolean =>
  /^\s*[a-z][a-z0-9+.-]*:\/\/(?!file\/)[a-z0-9[%]/i.test(text) && !/file:/i.test(text);

/** As in sqlite:///x: only its program knows which file that is. */
const isOtherUrl = (text: string): boolean => /^\s*[a-z][a-z0-9+.-]+:\//i.test(text) && !isFileUrl(text);

function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
