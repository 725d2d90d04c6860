// Derives from a schema of config.toml its parser, with errors that say where and why, and the list of its keys.
import { parse as parseToml, TomlError } from "smol-toml";
import type * as z from "zod";
import { type Description, descriptionOf, type Fields } from "./describe.ts";
import { either } from "./values.ts";

/** The config file can't be used: the message says where and why. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export interface ConfigKey {
  /** `<name>` stands for a name that the user chooses. */
  readonly key: string;
  readonly text: string;
  /** In TOML syntax. */
  readonly example: string;
  /** Null if there is none. */
  readonly default: unknown;
}

export interface ConfigDefinition<T = unknown> {
  readonly keys: readonly ConfigKey[];
  /** The key at a path; null if there is none. */
  keyOf(path: readonly string[]): ConfigKey | null;
  /** Throws a ConfigError, also for unknown keys: a typo must not be ignored silently. */
  parse(text: string, path: string): T;
}

const ANY_NAME = "<name>";

export function defineConfig<S extends z.ZodType>(schema: S): ConfigDefinition<z.output<S>> {
  const keys = keysOf(schema, []);
  const paths = keys.map((one) => ({ one, parts: one.key.split(".") }));
  return {
    keys,
    keyOf(path) {
      const isMeant = (parts: readonly string[]): boolean =>
        parts.length === path.length && parts.every((part, index) => part === ANY_NAME || part === path[index]);
      return paths.find(({ parts }) => isMeant(parts))?.one ?? null;
    },
    parse(text, path) {
      const result = schema.safeParse(readToml(text, path), {
        error: (issue) => wantedAt(schema, issue.path ?? [], issue.input),
      });
      if (result.success) return result.data;
      const { issues } = result.error;
      // A missing key is often a misspelt one, so unknown keys are reported first.
      const issue = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
      throw new ConfigError(`${path}: ${issue ? explain(schema, issue) : result.error.message}`);
    },
  };
}

function readToml(text: string, path: string): Record<string, unknown> {
  try {
    return parseToml(text);
  } catch (error) {
    if (error instanceof TomlError)
      throw new ConfigError(`${path}:${error.line}:${error.column}: ${error.message.split("\n")[0]}`, { cause: error });
    throw error;
  }
}

function keysOf(schema: z.ZodType, path: readonly string[]): ConfigKey[] {
  const description = descriptionOf(schema);
  if (!description) throw new Error(`${path.join(".")} is not described`);
  switch (description.form) {
    case "value": {
      const { text, example } = description;
      return [{ key: path.join("."), text, example, default: defaultOf(schema) }];
    }
    case "table":
      return Object.entries(description.fields).flatMap(([name, field]) => keysOf(field, [...path, name]));
    case "named tables":
      return keysOf(description.each, [...path, ANY_NAME]);
    case "variants":
      return Object.entries(allFields(description)).flatMap(([name, field]) => {
        const only = optionsWith(description, name);
        const isForAll = only.length === Object.keys(description.options).length;
        const note = isForAll ? "" : ` (${only.join(", ")})`;
        return keysOf(field, [...path, name]).map((key) => ({ ...key, text: `${key.text}${note}` }));
      });
  }
}

const defaultOf = (schema: z.ZodType): unknown => schema.safeParse(undefined).data ?? null;

type Variants = Extract<Description, { form: "variants" }>;

/** If several variants have the same field, the first one's is used. */
function allFields({ options }: Variants): Fields {
  const all: Record<string, z.ZodType> = {};
  for (const fields of Object.values(options)) for (const [name, field] of Object.entries(fields)) all[name] ??= field;
  return all;
}

const optionsWith = ({ options }: Variants, name: string): string[] =>
  Object.keys(options).filter((option) => Object.hasOwn(options[option] ?? {}, name));

/** The innermost schema with a description on the path to a value. */
function resolveKeyPath(schema: z.ZodType, path: readonly PropertyKey[]): { at: string[]; description?: Description } {
  let description = descriptionOf(schema);
  const at: string[] = [];
  for (const part of path) {
    const next = description && fieldIn(description, String(part));
    if (!next) break;
    at.push(String(part));
    description = descriptionOf(next);
  }
  return { at, ...(description && { description }) };
}

function fieldIn(description: Description, name: string): z.ZodType | undefined {
  if (description.form === "value") return undefined;
  if (description.form === "named tables") return description.each;
  const fields = description.form === "table" ? description.fields : allFields(description);
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** The text after "must be". */
function wantedAt(schema: z.ZodType, path: readonly PropertyKey[], input: unknown): string | undefined {
  const { at, description } = resolveKeyPath(schema, path);
  switch (description?.form) {
    case "value":
      return input === undefined ? (description.missing ?? description.wanted) : description.wanted;
    case "named tables":
      return `tables: [${keyText([...at, ANY_NAME])}]`;
    default:
      return `a table: [${keyText(at)}]`;
  }
}

function explain(schema: z.ZodType, issue: z.core.$ZodIssue): string {
  const { at, description } = resolveKeyPath(schema, issue.path);
  if (issue.code !== "unrecognized_keys") return `${keyText(at)} must be ${issue.message}`;
  const [unknown = ""] = issue.keys;
  const key = keyText([...at, unknown]);
  const owners = description?.form === "variants" ? optionsWith(description, unknown) : [];
  return description?.form === "variants" && owners.length > 0
    ? `${key} must be left out: it needs ${description.by} = ${either(owners)}`
    : `unknown key "${key}" (known: ${issue.message})`;
}

/** In TOML syntax. */
const keyText = (path: readonly string[]): string =>
  path.map((part) => (/^[\w-]+$/.test(part) || part === ANY_NAME ? part : JSON.stringify(part))).join(".");
