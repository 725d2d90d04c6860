// Help on what belongs to no single command: exit codes, the environment, the keys of the config.
import { configKeys, usualValue } from "../config/config-keys.ts";
import { exitCodes } from "../exit-codes.ts";
import { type Variable, variablesRead, variablesSet } from "./environment.ts";

export const exitCodeHelp = (): string =>
  [
    "Every command ends with one of these exit codes.",
    "",
    ...Object.values(exitCodes).map(({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`),
  ].join("\n");

export function environmentHelp(): string {
  const width = Math.max(...[...variablesRead, ...variablesSet].map(({ name }) => name.length));
  const line = ({ name, text }: Variable): string => `  ${name.padEnd(width)}  ${text}`;
  return [
    "Environment variables that Skein reads.",
    "",
    ...variablesRead.map(line),
    "",
    "And those that it sets for programs that it starts.",
    "",
    ...variablesSet.map(line),
    "",
    "Agents read variables of their own; they get those of whoever opened the session.",
  ].join("\n");
}

/** Follows on the help of the command. */
export function configHelp(): string {
  const rows = configKeys.map((one) => {
    const usual = usualValue(one);
    const form = usual === null ? `such as ${one.example}` : `${JSON.stringify(usual)} by itself`;
    return { key: one.key, text: `${one.text} (${form})` };
  });
  const width = Math.max(...rows.map(({ key }) => key.length));
  return [
    "",
    "KEYS",
    ...rows.map(({ key, text }) => `  ${key.padEnd(width)}  ${text}`),
    "",
    "A dot parts tables: limits.turn_minutes = 30 is turn_minutes = 30 below [limits]. An unknown key is refused.",
  ].join("\n");
}
