// Programs that choose by themselves which files they read: a rule about paths can't know these.
import { nameOf } from "./program-name.ts";
import type { Word } from "./shell/reading.ts";

/** Flags with which a program goes through directories, or no longer leaves hidden files alone; also their abbreviations. */
const seekers: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    "grep egrep fgrep zgrep".split(" ").map((name) => [name, /^-[A-Za-z]*[rRd]|^--(?:rec|deref|direc)/]),
  ),
  rg: /^-[A-Za-z]*[u.g]|^--(?:hid|unr|glob|iglob)/,
  ag: /^-[A-Za-z]*[uU]|^--(?:hid|unr)/,
  cp: /^-[A-Za-z]*[rRa]|^--(?:rec|arc)/,
  scp: /^-[A-Za-z]*r/,
  rsync: /^-[A-Za-z]*[ra]|^--(?:rec|arc)/,
  tar: /^-[A-Za-z]*[cru]|^--(?:cr|app|up)/,
  zip: /^-[A-Za-z]*[rR]|^--recurse/,
  diff: /^-[A-Za-z]*r|^--rec/,
  git: /^--(?:no-index|untracked)$/,
};

export function looksForFiles([program, ...words]: readonly Word[]): boolean {
  const name = nameOf(program?.text ?? "");
  const flag = Object.hasOwn(seekers, name) ? seekers[name] : undefined;
  // The old way to write tar's flags: without a dash, in the first word.
  if (name === "tar" && /^[A-Za-z]*[cru][A-Za-z]*$/.test(words[0]?.text ?? "")) return true;
  return flag !== undefined && words.some(({ text }) => flag.test(text));
}
