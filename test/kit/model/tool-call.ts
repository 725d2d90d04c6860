// A step's tool call in terms of the tools that the agent offers: by what they are called and what their schemas ask for.
import { fillRequired, propertiesOf } from "./fill-schema.ts";
import type { JsonSchema, Tool } from "./request.ts";
import type { ToolStep } from "./script.ts";
import type { Call } from "./wire/wire.ts";

type Input = Call["input"];

const paths = ["file_path", "filePath", "path", "absolute_path", "filename"];
const contents = ["content", "file_text", "contents", "text"];
const olds = ["old_string", "oldString", "old_str", "oldText"];
const news = ["new_string", "newString", "new_str", "newText"];
const commands = ["command", "cmd", "script"];

/** Null where no offered tool fits. */
export function toolCall(step: ToolStep, tools: readonly Tool[], id: string): Call | null {
  for (const tool of tools) {
    const input = inputFor(step, tool);
    if (input !== null) return { id, tool: tool.name, namespace: tool.namespace, input };
  }
  // Some agents read files with their shell.
  return step.do === "read" ? toolCall({ do: "run", command: `cat '${step.path}'` }, tools, id) : null;
}

function inputFor(step: ToolStep, { name, schema }: Tool): Input | null {
  switch (step.do) {
    case "call":
      return name === step.tool ? step.input : null;
    case "run":
      return /^(bash|shell|shell_command|run_shell_command|exec_command)$/i.test(name)
        ? inputOf(schema, [[commands, step.command]])
        : null;
    case "read":
      return /^(read|read_file|view)$/i.test(name) ? inputOf(schema, [[paths, step.path]]) : null;
    case "write":
      if (name === "apply_patch") return patch(schema, addition(step.path, step.content));
      return /^(write|write_file|create|create_file)$/i.test(name)
        ? inputOf(schema, [
            [paths, step.path],
            [contents, step.content],
          ])
        : null;
    case "edit":
      if (name === "apply_patch") return patch(schema, change(step.path, step.from, step.to));
      return /^(edit|edit_file|replace|str_replace)$/i.test(name) ? editInput(schema, step) : null;
    default:
      step satisfies never;
      return null;
  }
}

/** The schema's required arguments, these among them by whichever of their names it knows; null where it knows none. */
function inputOf(schema: JsonSchema | null, known: readonly (readonly [readonly string[], string])[]): Input | null {
  if (schema === null) return null;
  const properties = propertiesOf(schema);
  const named = known.map(([names, value]) => [names.find((name) => name in properties), value] as const);
  if (named.some(([name]) => name === undefined)) return null;
  const values = named.map(([name = "", value]) => [name, properties[name]?.type === "array" ? words(value) : value]);
  return { ...fillRequired({ required: [], ...schema }), ...Object.fromEntries(values) };
}

const words = (command: string): string[] => ["sh", "-c", command];

function editInput(schema: JsonSchema | null, { path, from, to }: Extract<ToolStep, { do: "edit" }>): Input | null {
  const edits = schema && propertiesOf(schema).edits?.items;
  if (!schema || !edits) {
    return inputOf(schema, [
      [paths, path],
      [olds, from],
      [news, to],
    ]);
  }
  const one = inputOf(edits as JsonSchema, [
    [olds, from],
    [news, to],
  ]);
  const rest = inputOf(schema, [[paths, path]]);
  return one && rest && typeof rest === "object" ? { ...rest, edits: [one] } : null;
}

const patch = (schema: JsonSchema | null, text: string): Input | null =>
  schema === null ? text : inputOf(schema, [[["input", "patch"], text]]);

const lines = (text: string, mark: string): string[] => text.split("\n").map((line) => `${mark}${line}`);

const addition = (path: string, content: string): string =>
  ["*** Begin Patch", `*** Add File: ${path}`, ...lines(content, "+"), "*** End Patch"].join("\n");

const change = (path: string, from: string, to: string): string =>
  ["*** Begin Patch", `*** Update File: ${path}`, "@@", ...lines(from, "-"), ...lines(to, "+"), "*** End Patch"].join(
    "\n",
  );
