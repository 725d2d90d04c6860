// A rule as text. The text that is shown is the text that is stored.
import type { Rule } from "./rule.ts";
import { hasInvisible, visibleText } from "./visible-text.ts";

const keys = ["kinds", "tool", "command", "in", "paths", "agents", "note"] as const;

/** TOML, as in a policy file; it ends with a line feed. */
export const describeRule = (rule: Rule): string =>
  [`[[${rule.effect}]]`, ...linesOf(rule)].map((line) => `${line}\n`).join("");

/** The same in one line, for sentences. */
export const ruleInOneLine = (rule: Rule): string =>
  visibleText([rule.effect, ...linesOf({ ...rule, note: undefined })].join(" · "));

function linesOf(rule: { [K in (typeof keys)[number]]?: Rule[K] | undefined }): string[] {
  return keys.flatMap((key) => {
    const value = rule[key];
    if (value === undefined) return [];
    if (typeof value === "boolean") return [`${key} = ${value}`];
    return [`${key} = ${typeof value === "string" ? tomlText(value) : `[${value.map(tomlText).join(", ")}]`}`];
  });
}

/** Single quotes need no escaping, so they read better for texts with many quotes or backslashes. */
function tomlText(text: string): string {
  const isPlain = !hasInvisible(text) && !/[\n\t']/.test(text);
  return isPlain && /["\\]/.test(text) ? `'${text}'` : `"${escaped(text)}"`;
}

const shortEscapes: Readonly<Record<string, string>> = { "\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t" };

function escaped(text: string): string {
  return [...text.toWellFormed()]
    .map((character) => {
      const short = shortEscapes[character];
      if (short !== undefined) return short;
      if (!hasInvisible(character)) return character;
      return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`;
    })
    .join("");
}
