// `config set`: the new text of the file with one value changed, checked to be the only change.
import { isDeepStrictEqual } from "node:util";
import { parse } from "smol-toml";
import type { ConfigDefinition } from "../../home/config.ts";
import { Failure, usageFailure } from "../failure.ts";
import { suggest } from "../suggest.ts";
import { safeLine } from "../text/safe-text.ts";
import { type ConfigFile, unusable } from "./config-file.ts";
import { parseKey, setInToml } from "./toml-text.ts";

/** Refuses an unknown key and suggests the nearest one. */
export function knownKey({ keys, keyOf }: ConfigDefinition, typed: string): string[] {
  const path = parseKey(typed);
  if (path && keyOf(path)) return path;
  const name = path?.[1] && /^[\w-]+$/.test(path[1]) ? path[1] : "<name>";
  const near = suggest(
    typed,
    keys.map(({ key }) => key.replace("<name>", name)),
  );
  throw usageFailure(
    `there is no key "${safeLine(typed)}"`,
    near ? `did you mean ${near}? see: skein help config` : "list keys: skein help config",
  );
}

export interface NewText {
  readonly text: string;
  readonly value: unknown;
}

/** A value is read as TOML if the key accepts the result, otherwise as a string, so that a string needs no quotes inside the shell's. */
export function setValue(file: ConfigFile, { key, typed }: { key: string[]; typed: string }): NewText {
  const text = file.read();
  const broken = file.troubleIn(text);
  if (broken !== null) throw unusable(broken);
  const literals = [...(isLiteral(typed) ? [typed.trim()] : []), JSON.stringify(typed)];
  let trouble = "";
  for (const literal of literals) {
    const changed = setInToml(text, key, literal);
    if (!isToml(changed)) throw unchangeable(key);
    const wrong = file.troubleIn(changed);
    if (wrong === null) return { text: proved(text, changed, { key, literal }), value: readLiteral(literal) };
    // The problem with the TOML value is more helpful than the problem with the quoted string.
    trouble ||= wrong;
  }
  const [, ...why] = trouble.split(`${file.path}: `);
  const example = file.definition.keyOf(key)?.example;
  throw new Failure(`${key.join(".")} can't be ${safeLine(typed)}`, {
    exit: "usage",
    code: "config_invalid",
    why: why.join("") || trouble,
    fix: `for example: skein config set ${key.join(".")} '${example}'; the file was not changed`,
  });
}

const readLiteral = (literal: string): unknown => parse(`value = ${literal}\n`).value;

const isLiteral = (typed: string): boolean =>
  isToml(`value = ${typed}\n`) && Object.keys(parse(`value = ${typed}\n`)).length === 1;

function isToml(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The text is edited, not regenerated, so both versions are parsed to check that nothing else has changed. */
function proved(before: string, after: string, { key, literal }: { key: string[]; literal: string }): string {
  const wanted = structuredClone(parse(before)) as Record<string, unknown>;
  let table = wanted;
  for (const part of key.slice(0, -1)) {
    table[part] ??= {};
    table = table[part] as Record<string, unknown>;
  }
  table[key.at(-1) ?? ""] = readLiteral(literal);
  if (isDeepStrictEqual(plain(parse(after)), plain(wanted))) return after;
  throw unchangeable(key);
}

/** Such as a value inside `{ … }`. */
export const unchangeable = (key: readonly string[]): Failure =>
  new Failure(`${key.join(".")} is written in the file in a form that can't be changed automatically`, {
    exit: "failed",
    code: "config_unchanged",
    fix: "edit it: skein config edit; the file was not changed",
  });

export const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
