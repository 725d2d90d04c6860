// `skein config`: what can be set, shown and changed. Comments and order in the file stay.
import { parse } from "smol-toml";
import { type Context, defineCommand } from "../command.ts";
import { readText, troubleIn, unusable, writeConfig } from "../config/config-file.ts";
import { configKeyOf, configKeys, usualValue } from "../config/config-keys.ts";
import { knownKey, setValue } from "../config/set-value.ts";
import { refuseAgents } from "../daemon/inside-agent.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { safeLine } from "../render/safe-text.ts";
import { renderTable } from "../render/table.ts";
import { suggest } from "../suggest.ts";

type Action = (context: Context, words: readonly string[]) => Promise<void> | void;

const actions: Readonly<Record<string, { readonly words: readonly [least: number, most: number]; run: Action }>> = {
  get: { words: [0, 1], run: get },
  set: { words: [2, 2], run: set },
  edit: { words: [0, 0], run: edit },
  path: { words: [0, 0], run: showPath },
};

export const command = defineCommand({
  name: "config",
  aliases: [],
  group: "CONNECT",
  summary: "Show or change the config",
  usage: "config get [key] | set <key> <value> | edit | path",
  details: [
    "`get` shows what holds, and whether the file says so; `set` changes one value and leaves everything else as it is; `edit` opens the file in",
    "$VISUAL or $EDITOR. What can't be used is never written. It counts from the next command on. `skein help config` has all keys.",
    '--json of get prints {"v":1,"key","value","isSet"}, or {"v":1,"path","values":[{"key","value","isSet"}]}.',
  ],
  examples: [
    "skein config get limits",
    "skein config set limits.turn_minutes 30",
    "skein config set default_agent claude",
  ],
  effect: "none",
  flags: {},
  maxPositionals: 3,
  takesText: true,
  async run(context) {
    const [word = "get", ...words] = context.positionals;
    const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
    if (!action) {
      const near = suggest(word, Object.keys(actions));
      throw usageFailure(
        `unknown config command "${safeLine(word)}"`,
        near ? `did you mean: skein config ${near}?` : `one of: ${Object.keys(actions).join(", ")}`,
      );
    }
    const [least, most] = action.words;
    if (words.length < least || words.length > most)
      throw usageFailure(
        `${words.length < least ? "not enough" : "too many"} words for config ${word}`,
        `usage: skein ${command.usage}`,
      );
    await action.run(context, words);
    return exitCodes.ok.code;
  },
});

interface Value {
  readonly key: string;
  readonly value: unknown;
  /** The file says it. */
  readonly isSet: boolean;
}

async function get({ paths, flags, print, printJson }: Context, [typed]: readonly string[]): Promise<void> {
  const text = readText(paths.config);
  const trouble = troubleIn(text, paths.config);
  if (trouble !== null) throw unusable(trouble);
  const all = valuesIn(parse(text));
  const chosen = typed === undefined ? all : all.filter(({ key }) => key === typed || key.startsWith(`${typed}.`));
  const [only] = chosen;
  const isOne = typed !== undefined && only?.key === typed;
  // A key that has neither a value nor one by itself, or none at all.
  if (chosen.length === 0 && typed !== undefined) {
    const key = knownKey(typed).join(".");
    if (flags.json) printJson({ v: 1, key, value: null, isSet: false });
    else print("(not set)");
  } else if (flags.json) printJson(isOne ? { v: 1, ...only } : { v: 1, path: paths.config, values: chosen });
  else if (isOne) print(shown(only.value));
  else {
    const rows = chosen.map(({ key, value, isSet }) =>
      [safeLine(key), shown(value), isSet ? "" : "by itself"].map((one) => ({ text: one })),
    );
    for (const line of await renderTable(rows)) print(line);
  }
}

async function set(context: Context, [typedKey = "", typed = ""]: readonly string[]): Promise<void> {
  const { paths, flags, say, printJson } = context;
  await refuseAgents(context, "change the config");
  const key = knownKey(typedKey);
  const { text, value } = setValue(readText(paths.config), paths.config, { key, typed });
  writeConfig(paths.config, text);
  if (flags.json) printJson({ v: 1, key: key.join("."), value, path: paths.config });
  say(`${safeLine(key.join("."))} = ${shown(value)}`);
}

async function edit(context: Context): Promise<void> {
  const { paths, flags, say, printJson } = context;
  await refuseAgents(context, "change the config");
  const { editConfig } = await import("../config/edit-config.ts");
  const changed = await editConfig(context, paths.config);
  if (flags.json) printJson({ v: 1, path: paths.config, changed });
  say(changed ? `changed ${paths.config}` : "nothing was changed");
}

function showPath({ paths, flags, print, printJson }: Context): void {
  if (flags.json) printJson({ v: 1, path: paths.config });
  else print(paths.config);
}

/** What the file says, and what holds without it. */
function valuesIn(table: Record<string, unknown>): Value[] {
  const said = leavesOf(table, []).map(([path, value]): Value => ({ key: path.join("."), value, isSet: true }));
  const usual = configKeys.flatMap((one): Value[] => {
    const value = usualValue(one);
    return value === null || said.some(({ key }) => key === one.key) ? [] : [{ key: one.key, value, isSet: false }];
  });
  return [...said, ...usual].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** A table is a value by itself only where a key takes one. */
function leavesOf(value: unknown, path: readonly string[]): [readonly string[], unknown][] {
  const isTable = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isTable || (path.length > 0 && configKeyOf(path.join(".")) !== null)) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

const shown = (value: unknown): string => safeLine(typeof value === "string" ? value : JSON.stringify(value));
