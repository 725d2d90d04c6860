// `config unset`: the new text of the file without one value, or without the table of one agent or tool.
import { isDeepStrictEqual } from "node:util";
import { parse } from "smol-toml";
import { isTable } from "../../home/config.ts";
import { Failure } from "../failure.ts";
import { safeLine } from "../text/safe-text.ts";
import { type ConfigFile, unusable } from "./config-file.ts";
import { plain, unchangeable } from "./set-value.ts";
import { removeFromToml } from "./toml-text.ts";

/** Null if the file does not set it. */
export function unsetValue(file: ConfigFile, key: readonly string[]): string | null {
  const text = file.read();
  const broken = file.troubleIn(text);
  if (broken !== null) throw unusable(broken);
  const before = parse(text);
  if (!has(before, key)) return null;
  const changed = removeFromToml(text, key);
  if (changed === null || !isDeepStrictEqual(filled(parseOrNull(changed)), filled(without(before, key))))
    throw unchangeable(key);
  const trouble = file.troubleIn(changed);
  if (trouble === null) return changed;
  const table = key.slice(0, -1).join(".");
  throw new Failure(`${safeLine(key.join("."))} is required`, {
    exit: "usage",
    code: "config_invalid",
    why: trouble.split(`${file.path}: `).at(-1) ?? trouble,
    fix: `remove all of ${safeLine(table)}: skein config unset ${safeLine(table)}; the file was not changed`,
  });
}

function has(table: unknown, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return true;
  return isTable(table) && Object.hasOwn(table, first) && has(table[first], rest);
}

function without(table: Record<string, unknown>, [first = "", ...rest]: readonly string[]): Record<string, unknown> {
  const { [first]: inner, ...others } = table;
  return rest.length > 0 && isTable(inner) ? { ...others, [first]: without(inner, rest) } : others;
}

/** An empty table is removed, too. */
function filled(value: unknown): unknown {
  if (!isTable(value)) return plain(value);
  const inner = Object.entries(value).map(([key, one]) => [key, filled(one)] as const);
  return Object.fromEntries(inner.filter(([, one]) => !isTable(one) || Object.keys(one).length > 0));
}

function parseOrNull(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return null;
  }
}
