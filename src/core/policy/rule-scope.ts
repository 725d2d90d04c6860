// The directories in which a rule for a command holds. What `npm test` or `git status` runs depends on the directory, and an agent that may write
// files can put its own settings and scripts into one. So a rule holds at the workspace's root, and elsewhere only if it says so.
import { isPlainText } from "./lookalikes.ts";
import { isMove, targetOf } from "./moves.ts";
import { coversPath, isLiteral, isOthersHome, type PathPattern, readPathPattern, resolvePath } from "./path-pattern.ts";
import type { PathContext, Rule } from "./rule.ts";
import type { SimpleCommand } from "./shell/reading.ts";

export interface RuleScope {
  readonly isRoot: boolean;
  readonly below: readonly PathPattern[];
}

export function readPlaces({ effect, command, in: named }: Rule): RuleScope | { problem: string } {
  if (named === undefined) return { isRoot: true, below: [] };
  if (effect !== "allow") return { problem: "left out: deny and ask rules hold everywhere" };
  if (command === undefined) return { problem: "given together with command" };
  if (named.length === 0) return { problem: "a list of at least one directory; `.` is the workspace's root" };
  const below: PathPattern[] = [];
  for (const one of named.filter((place) => place !== ".")) {
    const pattern = readPathPattern(one);
    if ("problem" in pattern) return pattern;
    if (pattern.base !== "workspace") return { problem: "a directory below the workspace, or `.` for its root" };
    below.push(pattern);
  }
  return { isRoot: named.includes("."), below };
}

/** `directory` is absolute. */
export const holdsIn = ({ isRoot, below }: RuleScope, directory: string, where: PathContext): boolean =>
  (isRoot && directory === resolvePath(where.workspace, where)) ||
  below.some((pattern) => (isPlainText(directory) || isLiteral(pattern)) && coversPath(directory, pattern, where));

/** More directories than this are not tracked. */
const MAX_PLACES = 32;

interface Script {
  readonly commands: readonly SimpleCommand[];
  /** It may run its commands more than once. */
  readonly mayRepeat: boolean;
}

/**
 * Every directory in which a script that starts in `from` may run a command; null if that is unknown. Whether a change of directory happens depends
 * on the commands before it.
 */
export function placesIn({ commands, mayRepeat }: Script, from: string, where: PathContext): string[] | null {
  const targets: string[] = [];
  for (const { words } of commands.filter((one) => isMove(one.words))) {
    const target = targetOf(words);
    if (target === null || isOthersHome(target)) return null;
    targets.push(target);
  }
  const places = new Set([from]);
  let before = 0;
  do {
    before = places.size;
    for (const target of targets) {
      for (const place of [...places]) places.add(resolvePath(target, { ...where, workspace: place }));
      if (places.size > MAX_PLACES) return null;
    }
  } while (mayRepeat && places.size > before);
  return [...places];
}
