// How a tool call is shown: a short title, and its input within a size limit. Shared by all drivers.
import { relative, resolve } from "node:path";
import { INPUT_TEXT_LENGTH, TITLE_LENGTH } from "../../../core/index.ts";

export type ToolInput = Readonly<Record<string, unknown>>;

export interface ToolWords {
  readonly kind: string;
  readonly verb: string;
  /** The most informative field of its input; if it contains a path, its name ends with "path" or "Path". */
  readonly subject?: string;
}

/** An agent's tools by name. */
export type Tools = Readonly<Record<string, ToolWords>>;

const toolNamed = (tools: Tools, name: string): ToolWords | undefined =>
  Object.hasOwn(tools, name) ? tools[name] : undefined;

interface NamedCall {
  readonly name: string;
  readonly input: ToolInput;
  readonly cwd: string;
}

/** The title, kind and input of a call of these tools. */
export const describeTools = (
  tools: Tools,
): { kindOf: (name: string) => string; titleOf: (call: NamedCall) => string } => ({
  kindOf: (name) => toolNamed(tools, name)?.kind ?? "other",
  titleOf: (call) => titleOf(tools, call),
});

/** "Run `npm test`", "Read `src/index.ts`"; an unknown tool is shown by its name. */
function titleOf(tools: Tools, { name, input, cwd }: NamedCall): string {
  const { verb, subject: field } = toolNamed(tools, name) ?? { verb: name.slice(0, TITLE_LENGTH) };
  const subject = field === undefined ? null : input[field];
  if (typeof subject !== "string" || subject === "") return verb;
  return `${verb} \`${shortened(field !== undefined && /path$/i.test(field) ? inside(cwd, subject) : subject)}\``;
}

/** The path relative to the workspace. */
export function inside(cwd: string, path: string): string {
  const below = relative(cwd, resolve(cwd, path));
  return below === "" || below.startsWith("..") ? path : below;
}

/** The first line, if there are several. */
export function shortened(text: string): string {
  const [first = "", ...more] = text.split("\n");
  return first.length > TITLE_LENGTH || more.length > 0 ? `${[...first].slice(0, TITLE_LENGTH - 1).join("")}…` : first;
}

const MAX_INPUT = 64 * 1024;

/** The input for the log: whole, unless it is so large that it would burden every reader of the log. */
export function boundedInput(input: ToolInput): unknown {
  if (JSON.stringify(input).length <= MAX_INPUT) return input;
  const shorter = Object.fromEntries(Object.entries(input).map(([key, value]) => [key, boundedValue(value)]));
  const text = JSON.stringify(shorter);
  return text.length <= MAX_INPUT ? shorter : { cut: text.slice(0, INPUT_TEXT_LENGTH) };
}

function boundedValue(value: unknown): unknown {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (text.length <= INPUT_TEXT_LENGTH) return value;
  return `${text.slice(0, INPUT_TEXT_LENGTH)}… (${text.length - INPUT_TEXT_LENGTH} more characters)`;
}
