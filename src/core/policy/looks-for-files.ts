// Programs that choose by themselves which files they read: a rule about paths can't know these.
import { nameOf } from "./program-name.ts";
import type { Word } from "./shell/reading.ts";

/** Flags with which a program goes through directories; "" = it always does. What a program leaves alone otherwise counts, too. */
const seekers: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    "grep egrep fgrep zgrep".split(" ").map((name) => [name, /^-[A-Za-z]*[rR]|^--(?:dereference-)?recu/]),
  ),
  rg: /^-[A-Za-z]*[u.]|^--(?:hidden|unrestricted)/,
  ag: /^-[A-Za-z]*[uU]|^--(?:hidden|unrestricted)/,
  cp: /^-[A-Za-z]*[rRa]|^--(?:recursive|archive)/,
  scp: /^-[A-Za-z]*r/,
  rsync: /^-[A-Za-z]*[ra]|^--(?:recursive|archive)/,
  tar: /^-?[A-Za-z]*[cru]|^--(?:create|append|update)/,
  zip: /^-[A-Za-z]*[rR]|^--recurse/,
  diff: /^-[A-Za-z]*r|^--recursive/,
  git: /^--(?:no-index|untracked)$/,
};

export function looksForFiles([program, ...words]: readonly Word[]): boolean {
  const name = nameOf(program?.text ?? "");
  const flag = Object.hasOwn(seekers, name) ? seekers[name] : undefined;
  return flag !== undefined && words.some(({ text }) => flag.test(text));
}
