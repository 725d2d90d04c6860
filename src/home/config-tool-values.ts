// The kinds of values that keys of `[tools.<name>]` take, and what people are told when one is not of its kind.
import { type JsonPath, parseJsonPath } from "./json-path.ts";
import { isQueueLimit, QUEUE_LIMIT_WANTED } from "./queue-limit.ts";

/** Reads the value of a key, or never returns. */
export type Reader = <T>(key: string, kind: Kind<T>) => T | undefined;

export interface Kind<T> {
  /** What the key must be; with what is wrong with this value, where that helps. */
  wanted(value: unknown): string;
  /** Undefined when the value is not of this kind. */
  read(value: unknown): T | undefined;
}

export const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

const isText = (value: unknown): value is string => typeof value === "string" && !value.includes("\0");

/** Not a relative path: it would mean another program in every directory. */
export const isCommand = (value: unknown): value is string => isText(value) && /^(\/|[^/]+$)/.test(value);

export const isListOfText = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

const isEnvironment = (value: unknown): value is Record<string, string> =>
  isTable(value) && Object.entries(value).every(([name, text]) => /^[^=\0]+$/.test(name) && isText(text));

const kind = <T>(wanted: string, is: (value: unknown) => value is T): Kind<T> => ({
  wanted: () => wanted,
  read: (value) => (is(value) ? value : undefined),
});

export const command = kind("a program's name, or its path beginning with /", isCommand);
export const listOfText = kind("a list of texts", isListOfText);
export const environment = kind("a table of texts: names without =", isEnvironment);
export const yesOrNo = kind("true or false", (value) => typeof value === "boolean");
export const icon = kind(
  "a sign or two, such as an emoji",
  (value): value is string => isText(value) && /^\P{Cc}{1,16}$/u.test(value),
);
export const variable = kind(
  "the name of an environment variable",
  (value): value is string => isText(value) && /^[A-Za-z_]\w*$/.test(value),
);
export const seconds = kind(
  "a number of seconds, up to 3600",
  (value): value is number => typeof value === "number" && value > 0 && value <= 3600,
);
export const queueLimit = kind(QUEUE_LIMIT_WANTED, isQueueLimit);
export const pairOfTexts = kind(
  "two texts: what comes before such a prompt, and what comes after it",
  (value): value is [string, string] => isListOfText(value) && value.length === 2,
);

export const oneOf = <T extends string>(...words: readonly T[]): Kind<T> =>
  kind(words.map((word) => `"${word}"`).join(" or "), (value): value is T => words.some((word) => word === value));

/** One or more arguments; blanks part them, unless they are given as a list. */
export const flag: Kind<readonly string[]> = {
  wanted: () => 'a flag such as "--name", or a list of arguments',
  read(value) {
    const parts = isText(value) ? value.split(/\s+/).filter(Boolean) : value;
    return isListOfText(parts) && parts.length > 0 && parts.every(Boolean) ? parts : undefined;
  },
};

export const patterns: Kind<readonly string[]> = {
  wanted(value) {
    const broken = isListOfText(value) ? value.find((one) => whyBroken(one) !== null) : undefined;
    const why = broken === undefined ? "" : `; "${broken}" is none: ${whyBroken(broken)}`;
    return `a list of regular expressions${why}`;
  },
  read: (value) =>
    isListOfText(value) && value.length > 0 && value.every((one) => whyBroken(one) === null) ? value : undefined,
};

function whyBroken(source: string): string | null {
  if (source === "") return "it is empty";
  try {
    new RegExp(source);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^.*: /, "") : String(error);
  }
}

export const jsonPath: Kind<JsonPath> = {
  wanted: () => 'a way to a value, such as "session.id", "items[-1].text" or "[type=result].text"',
  read: (value) => (isText(value) ? (parseJsonPath(value) ?? undefined) : undefined),
};
