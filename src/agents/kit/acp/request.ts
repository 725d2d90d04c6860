// What a tool call would do, in the terms of rules.
import type { PermissionRequest } from "../../../core/index.ts";
import { isFileUrl } from "../tool-calls/file-url.ts";
import { isFilled } from "../tool-calls/input-fields.ts";
import { namedPath } from "../tool-calls/named-path.ts";
import { otherDirectory } from "../tool-calls/other-directory.ts";
import { isPlainPatch } from "../tool-calls/patch.ts";
import { commandIn, type SaidCommand } from "../tool-calls/said-command.ts";
import { isUnclear, leadsOut } from "../tool-calls/search-pattern.ts";
import { inside, type ToolInput } from "../tool-calls/tool-title.ts";
import { contentText } from "./content.ts";
import { inputIn } from "./detail.ts";
import type { ToolCall } from "./protocol.ts";
import { type Call, MAX_PATHS, type Scene } from "./state.ts";

const kinds = ["execute", "edit", "delete", "move", "read", "search", "fetch"] as const;

/** `known` is the call as reported earlier: a question may omit that. */
export function requestOf({ agent, state }: Scene, said: ToolCall, known: Call | undefined): PermissionRequest {
  const { cwd } = state;
  const named = said.kind ?? known?.kind;
  const told = kinds.find((one) => one === named) ?? "other";
  const isFile = told === "fetch" && urlsIn(inputIn(said.rawInput)).some(isFileUrl);
  const kind = isFile ? "read" : told;
  // A title is for people. It counts as input only for an agent that is known to put the input there.
  const guess = agent.quirks?.inputOf?.({ kind, title: said.title ?? "", paths: [], content: textIn(said) }) ?? {};
  const input = inputIn(isFilled(said.rawInput) ? said.rawInput : guess);
  // The protocol has no tool names.
  const request = { kind, tool: null } as const;
  const isCommand = kind === "execute" || kind === "other";
  const command = commandIn(input);
  const paths =
    kind === "execute" ? pathsBeside(command, { said, known, cwd }) : pathsOf(said, { cwd, known, input, kind });
  // A tool that changes files may also run something, whatever its kind; but the operations of the common editor tool run nothing.
  if (command && (isCommand || !editorVerbs.includes(command.line))) {
    const directory = otherDirectory(cwd, command.cwd ?? "");
    const isJudged = kind === "execute" && command.isWhole && paths.length === 0;
    return {
      ...{ ...request, command: command.line, paths },
      ...(directory === null ? {} : { cwd: directory }),
      ...(isJudged ? {} : { hasMore: true }),
    };
  }
  const isCut = known !== undefined && known.writes.length >= MAX_PATHS;
  const isJudged = kind === "execute" || (isReadable(said.rawInput) && isCovered(input, { kind: told, cwd, paths }));
  // For all other kinds it is known what they do.
  const isSaid = told !== "other" || (said.rawInput !== undefined && said.rawInput !== null);
  return { ...request, command: null, paths, ...(isCut || !isJudged || !isSaid ? { hasMore: true } : {}) };
}

const editorVerbs = ["view", "create", "str_replace", "insert", "undo_edit"];

/** Rules can't check an input without field names. */
const isReadable = (rawInput: unknown): boolean => !isFilled(rawInput) || Object.keys(inputIn(rawInput)).length > 0;

/** Texts, and positions in a file: whatever they are, only the files in `paths` are affected. */
const textField =
  /^(content|text|file_?text|(old|new)_?(str|string|text|content|lines?)?|replace_?all|expected_replacements|insert_?(line|text)|offset|limit|line|(start|end)_?line(_one_indexed)?|view_range|description|explanation|instruction|title|reason)$/i;
/** Fields of a tool that changes no text. */
const labelField =
  /^(offset|limit|line|(start|end)_?line(_one_indexed)?|view_range|description|explanation|title|reason)$/i;
export const isText = (name: string): boolean => textField.test(name);
const searches = /^(url|query|q|prompt|pattern|regex|glob|include|exclude|max_?results|case_sensitive|method)$/i;

/** Whether the call's kind and paths cover its whole input. */
function isCovered(input: ToolInput, { kind, cwd, paths }: { kind: string; cwd: string; paths: string[] }): boolean {
  const isSearch = kind === "search" || kind === "fetch";
  return Object.entries(input).every(([name, value]) => {
    if (!isFilled(value)) return true;
    // It is unknown what such a tool does with its texts.
    if (kind === "other") return isPath(name, value);
    if (name === "diff") return typeof value === "string" && isPlainPatch(value, { cwd, paths });
    if (name === "command") return typeof value === "string";
    if (typeof value === "string" && !isClear(name, value, kind)) return false;
    const isPlain =
      typeof value !== "object" || (Array.isArray(value) && value.every((one) => typeof one === "number"));
    const isSaid = kind === "edit" ? isText(name) : labelField.test(name);
    return isPlain && (isPath(name, value) || isSaid || (isSearch && searches.test(name)));
  });
}

const textIn = ({ content }: ToolCall): string => contentText(content?.filter(({ type }) => type === "content") ?? []);

/** Whether it is clear where a search looks, or that the web is only read. */
function isClear(name: string, value: string, kind: string): boolean {
  if (kind === "search" && patternField.test(name)) return !isUnclear(value);
  if (kind !== "fetch") return true;
  if (/^method$/i.test(name)) return /^(get|head)$/i.test(value);
  return urlField.test(name) ? /^\s*(https?|file):/i.test(value) : !/file:\/\//i.test(value);
}

const patternField = /^(pattern|glob|include)$/i;
const urlField = /^ur[il]$/i;

const urlsIn = (input: ToolInput): string[] =>
  Object.entries(input).flatMap(([name, value]) => (urlField.test(name) && typeof value === "string" ? [value] : []));

/** The paths that the agent reports for a command, without those in its own words, which are judged there. */
function pathsBeside(
  command: SaidCommand | null,
  { said, known, cwd }: { said: ToolCall; known: Call | undefined; cwd: string },
): string[] {
  const where = namedPath(cwd, command?.cwd ?? "");
  const changed = [...changedIn(said), ...(known?.writes ?? [])];
  const named = [...(said.locations ?? []).map(({ path }) => path), ...(known?.reads ?? []), ...(known?.places ?? [])];
  const names = namesIn(command?.line ?? "");
  const others = named.filter((path) => namedPath(cwd, path) !== where && !isNamedBy(names, { cwd, path }));
  return [...new Set([...changed, ...others].map((path) => namedPath(cwd, path)))];
}

/** Whether a word names a file, by its path as reported or relative to the workspace; the workspace itself need not be named. */
export function isNamedBy(words: ReadonlySet<string>, { cwd, path }: { cwd: string; path: string }): boolean {
  const whole = namedPath(cwd, path);
  return whole === cwd || words.has(whole) || words.has(inside(cwd, whole));
}

/** The words of a command that may be names of files. */
export const namesIn = (text: string): ReadonlySet<string> => new Set(text.split(/[\s'"`=;|&<>()]+/));

const changedIn = ({ content }: ToolCall): string[] =>
  content?.flatMap((one) => (one.type === "diff" ? [one.path] : [])) ?? [];

/** All paths: no rule would check an omitted one. */
function pathsOf(
  said: ToolCall,
  { cwd, known, input, kind }: { cwd: string; known: Call | undefined; input: ToolInput; kind: string },
): string[] {
  const changed = changedIn(said);
  const named = [...(said.locations?.map(({ path }) => path) ?? []), ...(known?.places ?? [])];
  const before = inputIn(known?.proposal?.rawInput);
  const led = [input, before].flatMap((one) => [
    ...pathsIn(one),
    ...(kind === "search" ? patternsIn(one).filter(leadsOut) : []),
    ...(kind === "read" ? urlsIn(one).filter(isFileUrl) : []),
  ]);
  const all = [...named, ...changed, ...(known?.reads ?? []), ...(known?.writes ?? []), ...led];
  // A search without a path starts in the agent's directory.
  const where = all.length === 0 && kind === "search" ? ["."] : all;
  return [...new Set(where.map((path) => namedPath(cwd, path)))];
}

const patternsIn = (input: ToolInput): string[] =>
  Object.entries(input).flatMap(([name, value]) =>
    patternField.test(name) && typeof value === "string" ? [value] : [],
  );

/** The input may contain what the agent omits elsewhere. */
const pathsIn = (input: ToolInput): string[] =>
  Object.entries(input).flatMap(([name, value]) => (isPath(name, value) ? [value] : []));

export const isPathField = (name: string): boolean => pathField.test(name);

const isPath = (name: string, value: unknown): value is string =>
  isPathField(name) && typeof value === "string" && /^[^\n]+$/.test(value);

const pathField = /path$|^file$|^file_?name$|^(source|destination|target|from|to)$/i;
