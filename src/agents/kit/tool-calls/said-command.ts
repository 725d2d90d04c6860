// A command in a tool's input as one shell line: variables, program and arguments.
import { isDeepStrictEqual } from "node:util";
import { readScript } from "../../../core/index.ts";
import { isFilled, otherFields } from "./input-fields.ts";
import { otherDirectory } from "./other-directory.ts";
import type { ToolInput } from "./tool-title.ts";

export interface SaidCommand {
  readonly line: string;
  /** The directory in which it would run, if the input names one. */
  readonly cwd: string | null;
  /** The fields of the input that `line` and `cwd` cover. */
  readonly fields: readonly string[];
  /** Nothing else in the input affects what runs, and `line` is certainly what a shell would get. */
  readonly isWhole: boolean;
}

const directories = ["cwd", "workdir", "working_directory", "workingDirectory", "directory", "dir_path"];
const variables = ["env", "environment"];
/** Fields that do not affect what runs. */
const labels = [
  ...["description", "title", "reason", "explanation", "justification"],
  ...["timeout", "timeout_ms", "timeoutMs", "is_background", "run_in_background"],
];

export function commandIn(input: ToolInput): SaidCommand | null {
  const field = ["command", "cmd", "commands"].find((name) => isText(input[name]) || isWords(input[name]));
  if (field === undefined) return null;
  const program = input[field] as string | string[];
  const bare = typeof program === "string" ? program : field === "commands" ? program.join("\n") : lineOf(program);
  const { args } = input;
  const hasArguments = isWords(args);
  const isProgram = typeof program === "string" && isPlainWord(program);
  const withArguments = hasArguments ? [bare, ...args.map(quoted)].join(" ") : bare;
  const variable = variables.find((name) => isFilled(input[name]));
  const assigned = variable === undefined ? [] : assignmentsIn(input[variable]);
  const directory = directories.find((name) => isText(input[name]));
  // Some agents also list the parts of the command.
  const areParts = field !== "commands" && isWords(input.commands) && isMadeOf(bare, input.commands);
  const fields = [
    field,
    ...(hasArguments ? ["args"] : []),
    ...(assigned === null || variable === undefined ? [] : [variable]),
    ...(directory === undefined ? [] : [directory]),
    ...(areParts ? ["commands"] : []),
  ];
  return {
    line: [...(assigned ?? []), withArguments].join(" "),
    cwd: directory === undefined ? null : (input[directory] as string),
    fields,
    isWhole:
      variable === undefined &&
      (!hasArguments || (isProgram && !args.some(hasShellSign))) &&
      isOneReading(program, field) &&
      otherFields(input, fields).every(isLabel),
  };
}

/** It only names the directory where the agent works anyway. */
export const isUsualDirectory = ([name, value]: [string, unknown], cwd: string): boolean =>
  directories.includes(name) && isText(value) && otherDirectory(cwd, value) === null;

export const isLabel = ([name, value]: [string, unknown]): boolean =>
  labels.includes(name) && typeof value !== "object";

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");

/** ["bash", "-lc", "ls"]: the argument of the shell is the command. A program with that name in another directory may be anything. */
function shellScript(words: readonly string[]): string | null {
  const [shell = "", option = "", script, ...more] = words;
  const isShell = /^((\/usr)?\/bin\/)?(ba|z|da)?sh$/.test(shell) && /^-l?c$/.test(option);
  return isShell && script !== undefined && more.length === 0 ? script : null;
}

const lineOf = (words: readonly string[]): string => shellScript(words) ?? words.map(quoted).join(" ");

/** Whether a list means the same in every interpretation: each command alone or all as one script; each word alone or all as one shell line. */
function isOneReading(program: string | readonly string[], field: string): boolean {
  if (typeof program === "string") return true;
  if (field === "commands") return isMadeOf(program.join("\n"), program);
  return shellScript(program) !== null || !program.some(hasShellSign);
}

/** Some tools interpret these characters in words, or pass the words to a shell; after a blank a flag could begin. */
const hasShellSign = (word: string): boolean => /[;&|<>$`()\n\r'"\\*?[\]{}#!]|^~|\s-/.test(word);

/** Whether the parts are the whole script, or contain the same words in the same order. */
function isMadeOf(script: string, parts: readonly string[]): boolean {
  if (parts.length === 1 && parts[0] === script) return true;
  const whole = readScript(script);
  const read = parts.map((part) => readScript(part));
  if ([whole, ...read].some(({ obstacles }) => obstacles.length > 0)) return false;
  const commands = read.flatMap((part) => part.commands);
  return isDeepStrictEqual(commands, whole.commands);
}

const isPlainWord = (word: string): boolean => /^[\w@%+:,./-]+$/.test(word);

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** As an object, or as the protocol's list of names and values; null for anything else. */
function assignmentsIn(given: unknown): string[] | null {
  if (typeof given !== "object") return null;
  const entries: [unknown, unknown][] = Array.isArray(given)
    ? given.map((one: Record<string, unknown> | null) => [one?.name, one?.value])
    : Object.entries(given as object);
  const isSound = entries.every(([name, value]) => /^[A-Za-z_]\w*$/.test(String(name)) && typeof value === "string");
  return isSound ? entries.map(([name, value]) => `${name}=${quoted(String(value))}`) : null;
}
