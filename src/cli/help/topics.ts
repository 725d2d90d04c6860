// Help topics: exit codes, environment variables, and the config.
import type { ConfigKey } from "../../home/config.ts";
import { exitCodes } from "../exit-codes.ts";
import { type Variable, variablesRead, variablesSet } from "./environment.ts";
import { columns, wrap } from "./wrap.ts";

export const exitCodeHelp = (width: number): string =>
  [
    "Every command ends with one of these exit codes.",
    "",
    ...columns(
      Object.values(exitCodes).map(({ code, meaning }) => [String(code).padStart(3), meaning] as const),
      { width },
    ),
  ].join("\n");

export function environmentHelp(width: number): string {
  const lines = (variables: readonly Variable[]): string[] =>
    columns(
      variables.map(({ name, text }) => [name, text] as const),
      { width },
    );
  return [
    "Environment variables that Skein reads.",
    "",
    ...lines(variablesRead),
    "",
    "Variables that Skein sets for programs that it starts.",
    "",
    ...lines(variablesSet),
    "",
    ...wrap("Agents read their own variables, from the environment of the shell that opened the session.", { width }),
  ].join("\n");
}

/** Appended to the command's help. */
export function configHelp(keys: readonly ConfigKey[], width: number): string {
  return [
    "",
    "KEYS",
    ...columns(
      keys.map((one) => [one.key, `${one.text} (${valueHelp(one)})`] as const),
      { width },
    ),
    "",
    ...wrap(
      "Dots separate tables: limits.turn_minutes = 30 is turn_minutes = 30 below [limits]. Unknown keys are refused.",
      { width },
    ),
  ].join("\n");
}

/** An empty list or table would not show which values the key takes. */
function valueHelp({ default: value, example }: ConfigKey): string {
  const isEmpty = value === null || (typeof value === "object" && Object.keys(value).length === 0);
  return isEmpty ? `such as ${example}` : `default: ${JSON.stringify(value)}`;
}
