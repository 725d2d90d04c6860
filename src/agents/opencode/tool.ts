// What OpenCode's tools are to people: a kind, a short title, and the files that they touch.
import { relative, resolve } from "node:path";
import * as z from "zod";

interface Tool {
  kind: string;
  verb: string;
  /** The input's field that says most. */
  subject?: string;
}

const tools: Readonly<Record<string, Tool>> = {
  bash: { kind: "execute", verb: "Run", subject: "command" },
  read: { kind: "read", verb: "Read", subject: "filePath" },
  write: { kind: "edit", verb: "Write", subject: "filePath" },
  edit: { kind: "edit", verb: "Edit", subject: "filePath" },
  multiedit: { kind: "edit", verb: "Edit", subject: "filePath" },
  patch: { kind: "edit", verb: "Apply a patch" },
  apply_patch: { kind: "edit", verb: "Apply a patch" },
  glob: { kind: "search", verb: "Find", subject: "pattern" },
  grep: { kind: "search", verb: "Search for", subject: "pattern" },
  list: { kind: "search", verb: "List", subject: "path" },
  lsp: { kind: "search", verb: "Look up", subject: "filePath" },
  codesearch: { kind: "fetch", verb: "Search code for", subject: "query" },
  webfetch: { kind: "fetch", verb: "Fetch", subject: "url" },
  websearch: { kind: "fetch", verb: "Search the web for", subject: "query" },
  task: { kind: "think", verb: "Delegate", subject: "description" },
  skill: { kind: "other", verb: "Use the skill", subject: "name" },
  question: { kind: "other", verb: "Ask you" },
};

/** What is not shown as a tool call: the plan shows it. */
export const isPlan = (name: string): boolean => name === "todowrite" || name === "todoread";

export type ToolInput = Readonly<Record<string, unknown>>;

const MAX_TITLE = 80;

export const kindOf = (name: string): string => tools[name]?.kind ?? "other";

export function titleOf({ name, input, cwd }: { name: string; input: ToolInput; cwd: string }): string {
  const { verb = name.slice(0, MAX_TITLE), subject: field = "" } = tools[name] ?? {};
  const subject = input[field];
  if (typeof subject !== "string" || subject === "") return verb;
  return `${verb} \`${shortened(field === "filePath" ? inside(cwd, subject) : subject)}\``;
}

/** The path as people in the workspace would write it. */
export function inside(cwd: string, path: string): string {
  const below = relative(cwd, resolve(cwd, path));
  return below === "" || below.startsWith("..") ? path : below;
}

export function shortened(text: string): string {
  const [first = "", ...more] = text.split("\n");
  return first.length > MAX_TITLE || more.length > 0 ? `${[...first].slice(0, MAX_TITLE - 1).join("")}…` : first;
}

export interface TouchedFile {
  path: string;
  bytes: number | null;
}

const patched = z.object({ files: z.array(z.object({ filePath: z.string() })) });

/** The files that a call has read or written, once it has done so. */
export function filesOf(name: string, { input, metadata }: { input: ToolInput; metadata: ToolInput }): TouchedFile[] {
  if (!["read", "edit"].includes(kindOf(name))) return [];
  const several = patched.safeParse(metadata).data?.files ?? [];
  if (several.length > 0) return several.map(({ filePath }) => ({ path: filePath, bytes: null }));
  if (typeof input.filePath !== "string") return [];
  const bytes = name === "write" && typeof input.content === "string" ? Buffer.byteLength(input.content) : null;
  return [{ path: input.filePath, bytes }];
}

const MAX_INPUT = 64 * 1024;
const MAX_TEXT = 8 * 1024;

/** The input as it goes into the log: whole, unless it is so big that it would burden everybody who reads the log. */
export function boundedInput(input: ToolInput): unknown {
  if (JSON.stringify(input).length <= MAX_INPUT) return input;
  const shorter = Object.fromEntries(Object.entries(input).map(([key, value]) => [key, boundedValue(value)]));
  const text = JSON.stringify(shorter);
  return text.length <= MAX_INPUT ? shorter : { cut: text.slice(0, MAX_TEXT) };
}

function boundedValue(value: unknown): unknown {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (text.length <= MAX_TEXT) return value;
  return `${text.slice(0, MAX_TEXT)}… (${text.length - MAX_TEXT} more characters)`;
}
