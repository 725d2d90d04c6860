// Flags that give an unknown program more than a word: `--after 'touch x'`. The text may be a command.
import type { FlagInPlace } from "./path-flags.ts";
import { namePartsOf } from "./telling-flags.ts";

/** Short flags with which most programs take a message, the name of a test, or nothing: -m, -t, -k, -v. */
const textual = /[gijklmnqstuvyV\d]$/;

/** Long flags of this kind. */
const textualParts: ReadonlySet<string> = new Set(
  [
    "message title body description desc name names note notes comment text label labels summary subject reason author date format",
    "query search grep filter match pattern regex spec test tests select selector tag tags feature features only expression prompt",
  ].flatMap((line) => line.split(" ")),
);

/** Whether a flag and its value may give a command to a program that the lists do not know. */
export function mayGiveCommand({ word, next = "" }: FlagInPlace): boolean {
  if (!/^-./.test(word)) return false;
  if (!word.startsWith("--")) return mayBeCommand(word.slice(2)) || (!textual.test(word) && mayBeCommand(next));
  const sign = word.indexOf("=");
  return (
    mayBeCommand(sign === -1 ? next : word.slice(sign + 1)) && !namePartsOf(word).some((part) => textualParts.has(part))
  );
}

/** More than one word, or signs of a shell. */
const mayBeCommand = (text: string): boolean => /\s|[;|`]|&&|\$[({A-Za-z]/.test(text) && !/^https?:\/\/\S+$/.test(text);
