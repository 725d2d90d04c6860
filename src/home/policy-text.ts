// Parses a policy file: TOML tables `[[allow]]`, `[[deny]]` and `[[ask]]`. Errors say where the mistake is and which values exist.
import { parse, TomlError } from "smol-toml";
import { type Rule, ruleProblem, type Verdict } from "../core/index.ts";

/** The policy file can't be used: the message says where and why. */
export class PolicyError extends Error {
  override readonly name = "PolicyError";
}

const effects = ["allow", "deny", "ask"] as const;
const keys = ["kinds", "tool", "command", "in", "paths", "agents", "note"] as const;

export function parsePolicy(text: string, path: string): Rule[] {
  const table = parseToml(text, path);
  const unknown = Object.keys(table).find((key) => !effects.some((effect) => effect === key));
  if (unknown !== undefined) {
    const known = effects.map((effect) => `[[${effect}]]`).join(", ");
    throw new PolicyError(`${path}${lineOf(text, unknown)}: unknown key "${unknown}" (known: ${known})`);
  }
  return effects.flatMap((effect) => {
    const rules = table[effect] ?? [];
    if (!Array.isArray(rules))
      throw new PolicyError(`${path}${lineOf(text, effect)}: write [[${effect}]], with two brackets`);
    return rules.map((rule, index) => parseRule(rule, { text, path, effect, index }));
  });
}

interface RulePosition {
  text: string;
  path: string;
  effect: Verdict;
  index: number;
}

function parseRule(value: unknown, position: RulePosition): Rule {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return complain(position, null, "must be a table");
  const { kinds, tool, command, in: places, paths, agents, note, ...unknown } = value as Record<string, unknown>;
  for (const key of Object.keys(unknown)) complain(position, key, `is unknown (known: ${keys.join(", ")})`);
  const listOf = (key: string, list: unknown): string[] =>
    isListOfText(list) ? list : complain(position, key, "must be a list of strings");
  const textOf = (key: string, one: unknown): string =>
    typeof one === "string" ? one : complain(position, key, "must be a string");
  if (agents !== undefined && typeof agents !== "boolean") complain(position, "agents", "must be true or false");
  const rule: Rule = {
    effect: position.effect,
    ...(kinds === undefined ? {} : { kinds: listOf("kinds", kinds) }),
    ...(tool === undefined ? {} : { tool: textOf("tool", tool) }),
    ...(command === undefined ? {} : { command: textOf("command", command) }),
    ...(places === undefined ? {} : { in: listOf("in", places) }),
    ...(paths === undefined ? {} : { paths: listOf("paths", paths) }),
    ...(agents === undefined ? {} : { agents: agents === true }),
    ...(note === undefined ? {} : { note: textOf("note", note) }),
  };
  const problem = ruleProblem(rule);
  return problem ? complain(position, problem.key, `must be ${problem.wanted}`) : rule;
}

const isListOfText = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

function complain({ text, path, effect, index }: RulePosition, key: string | null, what: string): never {
  const name = key === null ? "it" : key;
  throw new PolicyError(
    `${path}${lineOf(text, effect, index, key)}: in [[${effect}]] number ${index + 1}: ${name} ${what}`,
  );
}

/** `:12`, or nothing if the rule's line can't be found. */
function lineOf(text: string, table: string, index = 0, key: string | null = null): string {
  const lines = text.split("\n");
  const isNamed = (line: string): boolean => /^[\s["]*([\w-]+)/.exec(line)?.[1] === table;
  const heads = lines.flatMap((line, at) => (isNamed(line) ? [at] : []));
  const head = heads[index];
  if (head === undefined) return "";
  if (key === null) return `:${head + 1}`;
  const below = lines.slice(head + 1);
  const end = below.findIndex((line) => /^\s*\[\[?\s*\w/.test(line));
  const found = below.slice(0, end === -1 ? undefined : end).findIndex((line) => line.trimStart().startsWith(key));
  return `:${found === -1 ? head + 1 : head + 2 + found}`;
}

function parseToml(text: string, path: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof TomlError)
      throw new PolicyError(`${path}:${error.line}:${error.column}: ${error.message.split("\n")[0]}`, { cause: error });
    throw error;
  }
}
