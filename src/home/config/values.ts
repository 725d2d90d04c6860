// The types of values in config.toml.
import * as z from "zod";
import { QUEUE_LIMIT } from "../../core/index.ts";
import { messageOf } from "../../system/index.ts";
import { parseJsonPath } from "../json-path.ts";
import { isTable, kind } from "./describe.ts";

const isText = (value: unknown): value is string => typeof value === "string" && !value.includes("\0");
const text = z.string().refine(isText);

export const yesOrNo = kind("true or false", z.boolean());
export const queueLimit = kind(`a whole number up to ${QUEUE_LIMIT}; 0 = no queue`, z.int().min(0).max(QUEUE_LIMIT));

/** `zero` says what 0 means. */
export const count = (zero: string) => kind(`a whole number; ${zero}`, z.int().min(0));
export const amount = (wanted: string) => kind(wanted, z.number().min(0));
export const upTo = (max: number, wanted: string) => kind(wanted, z.number().positive().max(max));

export const oneOf = <const T extends readonly [string, ...string[]]>(...words: T) =>
  kind(either(words), z.enum(words));

/** `"a", "b" or "c"`. */
export const either = (words: readonly string[]): string =>
  words
    .map((word) => `"${word}"`)
    .join(", ")
    .replace(/, ([^,]*)$/, " or $1");

export const agentName = kind("an agent's name", z.string().min(1));

/** Must be absolute: the daemon would resolve relative paths in whatever directory it was started. */
export const directories = kind(
  "a list of directories, each beginning with / or ~/",
  z.array(z.string().regex(/^(\/|~\/|~$)/)),
);

/** No relative paths: they would mean a different program in every directory. */
const program = text.regex(/^(\/|[^/]+$)/);
export const command = kind("a program's name, or its path beginning with /", program);

/** A program and its arguments; no shell is involved. */
export const commandLine = kind(
  "a list: a program's name, or its path beginning with /, and its arguments",
  z.tuple([program], text),
);
export type CommandLine = z.output<typeof commandLine.schema>;

export const webAddress = kind(
  "a URL that begins with https:// or http://",
  z
    .string()
    .refine((address) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol))
    .transform((address) => new URL(address).href),
);

export const listOfText = kind("a list of strings", z.array(text));
export const pairOfTexts = kind(
  "two texts: what comes before such a prompt, and what comes after it",
  z.tuple([text, text]),
);
export const environment = kind(
  "a table of strings: names without =",
  z.custom<Record<string, string>>(
    (value) =>
      isTable(value) &&
      Object.entries(value).every(([name, one]) => isText(name) && /^[^=]+$/.test(name) && isText(one)),
  ),
);
export const icon = kind("one or two characters, such as an emoji", text.regex(/^\P{Cc}{1,16}$/u));
export const variable = kind("the name of an environment variable", text.regex(/^[A-Za-z_]\w*$/));

/**
 * One or more arguments, separated by blanks or given as a list. `{id}`, `{model}` and `{prompt}` stand for the value, which otherwise follows
 * the arguments.
 */
export const flag = kind(
  'a flag such as "--name", or a list of arguments',
  z
    .union([text.transform((words) => words.split(/\s+/).filter(Boolean)), z.array(text.min(1))])
    .refine((words) => words.length > 0),
);

export const patterns = kind(
  "a list of regular expressions",
  z
    .array(text)
    .min(1)
    .superRefine((sources, context) => {
      for (const source of sources) {
        const why = whyBroken(source);
        if (why !== null)
          context.addIssue({
            code: "custom",
            message: `a list of regular expressions; "${source}" is not one: ${why}`,
          });
      }
    }),
);

function whyBroken(source: string): string | null {
  if (source === "") return "it is empty";
  try {
    new RegExp(source);
    return null;
  } catch (error) {
    return messageOf(error).replace(/^.*: /, "");
  }
}

export const jsonPath = kind(
  'a path to a value, such as "session.id", "items[-1].text" or "[type=result].text"',
  text.transform((source, context) => {
    const path = parseJsonPath(source);
    if (path) return path;
    context.addIssue({ code: "invalid_format", format: "json_path", input: source });
    return z.NEVER;
  }),
);
