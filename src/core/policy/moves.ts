// Changes of the current directory: what later commands mean depends on where they run.
import { isInside, resolvePath } from "./path-pattern.ts";
import type { PathContext } from "./rule.ts";
import type { Word } from "./shell/reading.ts";

const movers: readonly string[] = ["cd", "pushd", "popd", "chdir"];

/** They run one of the shell's own commands, also in a text: `command cd x`, `eval 'a; cd x'`. */
const passing: readonly string[] = ["command", "builtin", "eval", "-", "noglob", "nocorrect"];

export const isMove = ([program, ...words]: readonly Word[]): boolean => {
  const name = program?.text ?? "";
  return movers.includes(name) || (passing.includes(name) && words.some(({ text }) => namesMover(text)));
};

const namesMover = (text: string): boolean => text.split(/[^\w]+/).some((part) => movers.includes(part));

/** The directory that it names; null if only the shell knows it. */
export const targetOf = ([program, target]: readonly Word[]): string | null =>
  movers.includes(program?.text ?? "") ? (target?.text ?? "") : null;

/** A change of directory changes what relative paths in later commands mean, unless it certainly stays in the workspace. */
export function leadsElsewhere(words: readonly Word[], where: PathContext): boolean {
  if (!isMove(words)) return false;
  const target = targetOf(words);
  const [, word, ...more] = words;
  if (!target || !word || more.length > 0 || word.wild.length > 0 || word.isTilde) return true;
  if (/^[-+]/.test(target) || target.split("/").includes("..")) return true;
  return !isInside(resolvePath(target, where), where);
}
