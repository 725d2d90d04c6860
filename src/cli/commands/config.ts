// `skein config`: shows and changes the config. Comments and order in the file stay.
import { parse } from "smol-toml";
import { type ConfigDefinition, configDefinition } from "../../home/config.ts";
import { type Command, type Context, defineCommand } from "../command.ts";
import { agentTrouble, refusedAgent } from "../config/agent-names.ts";
import { type ConfigFile, openConfigFile, unusable } from "../config/config-file.ts";
import { knownKey, setValue } from "../config/set-value.ts";
import { parseKey } from "../config/toml-text.ts";
import { unsetValue } from "../config/unset-value.ts";
import { refuseAgents } from "../daemon/inside-agent.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { suggest } from "../suggest.ts";
import { safeLine } from "../text/safe-text.ts";
import { renderTable } from "../text/table.ts";

type Action = (context: Context, file: ConfigFile, words: readonly string[]) => Promise<void> | void;

const actions: Readonly<Record<string, { readonly words: readonly [least: number, most: number]; run: Action }>> = {
  get: { words: [0, 1], run: get },
  set: { words: [2, 2], run: set },
  unset: { words: [1, 1], run: unset },
  edit: { words: [0, 0], run: edit },
  path: { words: [0, 0], run: showPath },
};

const USAGE = "config get [key] | set <key> <value> | unset <key> | edit | path";

/** For the keys of this definition. */
export const configCommand = (definition: ConfigDefinition): Command =>
  defineCommand({
    name: "config",
    aliases: [],
    group: "CONNECT",
    summary: "Show or change the config",
    usage: USAGE,
    details: [
      "`get` shows the current values, and whether the file sets them. `set` changes one value and leaves everything else as it is. `unset`",
      "removes one, so that its default applies, or all of agents.<name> or tools.<name>. `edit` opens the file in $VISUAL or $EDITOR. An",
      "invalid config is never written.",
      "Changes apply from the next command, unless the daemon reads the key when it starts. `skein help config` lists all keys.",
      '--json of get prints {"v":1,"key","value","isSet"}, or {"v":1,"path","values":[{"key","value","isSet"}]}.',
    ],
    examples: [
      "skein config get limits",
      "skein config set limits.turn_minutes 30",
      "skein config set default_agent claude",
      "skein config unset limits.turn_minutes",
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
          `${words.length < least ? "missing argument" : "too many arguments"} for config ${word}`,
          `usage: skein ${USAGE}`,
        );
      await action.run(context, openConfigFile(context.paths.config, definition), words);
      return exitCodes.ok.code;
    },
  });

export const command = configCommand(configDefinition);

interface Value {
  readonly key: string;
  readonly value: unknown;
  /** The file sets it. */
  readonly isSet: boolean;
}

async function get({ flags, print, printJson }: Context, file: ConfigFile, [typed]: readonly string[]): Promise<void> {
  const text = file.read();
  const trouble = file.troubleIn(text);
  if (trouble !== null) throw unusable(trouble);
  const all = valuesIn(parse(text), file.definition);
  const chosen = typed === undefined ? all : all.filter(({ key }) => key === typed || key.startsWith(`${typed}.`));
  const [only] = chosen;
  const isOne = typed !== undefined && only?.key === typed;
  // A key that is not set and has no default, a key of an agent or a tool, or an unknown key.
  if (chosen.length === 0 && typed !== undefined) {
    const path = knownKey(file.definition, typed);
    const value = file.definition.keyOf(path)?.default ?? null;
    if (flags.json) printJson({ v: 1, key: path.join("."), value, isSet: false });
    else print(value === null ? "(not set)" : shown(value));
  } else if (flags.json) printJson(isOne ? { v: 1, ...only } : { v: 1, path: file.path, values: chosen });
  else if (isOne) print(shown(only.value));
  else {
    const rows = chosen.map(({ key, value, isSet }) =>
      [safeLine(key), shown(value), isSet ? "" : "default"].map((one) => ({ text: one })),
    );
    for (const line of await renderTable(rows)) print(line);
  }
}

async function set(context: Context, file: ConfigFile, [typedKey = "", typed = ""]: readonly string[]): Promise<void> {
  const { flags, say, printJson } = context;
  await refuseAgents(context, "change the config");
  const key = knownKey(file.definition, typedKey);
  const { text, value } = setValue(file, { key, typed });
  const trouble = await agentTrouble(context, { before: file.read(), after: text });
  if (trouble) throw refusedAgent(trouble);
  file.write(text);
  if (flags.json) printJson({ v: 1, key: key.join("."), value, path: file.path });
  say(`${safeLine(key.join("."))} = ${shown(value)}`);
}

async function unset(context: Context, file: ConfigFile, [typedKey = ""]: readonly string[]): Promise<void> {
  const { flags, say, printJson } = context;
  await refuseAgents(context, "change the config");
  const key = removableKey(file.definition, typedKey);
  const text = unsetValue(file, key);
  const trouble = text === null ? null : await agentTrouble(context, { before: file.read(), after: text });
  if (trouble) throw refusedAgent(trouble);
  if (text !== null) file.write(text);
  const name = key.join(".");
  const value = file.definition.keyOf(key)?.default ?? null;
  if (flags.json) printJson({ v: 1, key: name, value, isSet: false, path: file.path });
  if (text === null) say(`${safeLine(name)} is not set`);
  else say(value === null ? `${safeLine(name)} removed` : `${safeLine(name)} = ${shown(value)} (default)`);
}

/** A key, or the table of an agent or a tool. */
function removableKey(definition: ConfigDefinition, typed: string): string[] {
  const path = parseKey(typed);
  const isNamedTable = path?.length === 2 && definition.keys.some(({ key }) => key.startsWith(`${path[0]}.<name>.`));
  return isNamedTable ? path : knownKey(definition, typed);
}

async function edit(context: Context, file: ConfigFile): Promise<void> {
  const { flags, say, printJson } = context;
  await refuseAgents(context, "change the config");
  const { editConfig } = await import("../config/edit-config.ts");
  const changed = await editConfig(context, file);
  if (flags.json) printJson({ v: 1, path: file.path, changed });
  say(changed ? `changed ${file.path}` : "nothing was changed");
}

function showPath({ flags, print, printJson }: Context, { path }: ConfigFile): void {
  if (flags.json) printJson({ v: 1, path });
  else print(path);
}

/** The value in the file, or the default. Keys of agents and tools have no default without such a table. */
function valuesIn(table: Record<string, unknown>, { keys, keyOf }: ConfigDefinition): Value[] {
  const said = leavesOf(table, { isLeaf: (path) => keyOf(path) !== null });
  const defaults = keys
    .filter((one) => one.default !== null && !one.key.includes("<name>") && !said.some(({ key }) => key === one.key))
    .map((one): Value => ({ key: one.key, value: one.default, isSet: false }));
  return [...said, ...defaults].sort((a, b) => (a.key < b.key ? -1 : 1));
}

interface Leaves {
  /** A table is a value only if a key takes one. */
  isLeaf(path: readonly string[]): boolean;
  readonly path?: readonly string[];
}

function leavesOf(value: unknown, { isLeaf, path = [] }: Leaves): Value[] {
  const isTable = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isTable || isLeaf(path)) return [{ key: path.join("."), value, isSet: true }];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, { isLeaf, path: [...path, key] }));
}

const shown = (value: unknown): string => safeLine(typeof value === "string" ? value : JSON.stringify(value));
