// A rule with its patterns parsed, or the reason why it is invalid.
import { type CommandPattern, readCommandPattern } from "./command-pattern.ts";
import { type PathPattern, readPathPattern } from "./path-pattern.ts";
import { REQUEST_KINDS, type Rule } from "./rule.ts";
import { otherReadings } from "./rule-readings.ts";
import { type RuleScope, readPlaces } from "./rule-scope.ts";

export interface CompiledRule {
  readonly rule: Rule;
  readonly command: CommandPattern | null;
  /** Everything that a deny or ask rule catches: its command, and equivalent commands. */
  readonly caught: readonly CommandPattern[];
  readonly paths: readonly PathPattern[] | null;
  readonly places: RuleScope;
}

/** Completes "must be …". */
export interface RuleProblem {
  readonly key: keyof Rule | null;
  readonly wanted: string;
}

export function compileRule(rule: Rule): CompiledRule | RuleProblem {
  const { effect, kinds, tool, command, paths } = rule;
  if (effect === "allow" && [kinds, tool, command, paths].every((one) => one === undefined))
    return { key: null, wanted: "about something: kinds, tool, command or paths" };
  const known: readonly string[] = REQUEST_KINDS;
  if (kinds && (kinds.length === 0 || kinds.some((kind) => !known.includes(kind))))
    return { key: "kinds", wanted: `a list of: ${known.join(", ")}` };
  if (effect === "allow" && kinds?.includes("execute") && command === undefined)
    return { key: "command", wanted: "given when commands are allowed" };
  if (tool === "") return { key: "tool", wanted: "a tool's name" };
  const pattern = command === undefined ? null : readCommandPattern(command, effect);
  if (pattern && "problem" in pattern) return { key: "command", wanted: pattern.problem };
  const globs: PathPattern[] = [];
  for (const path of paths ?? []) {
    const glob = readPathPattern(path);
    if ("problem" in glob) return { key: "paths", wanted: glob.problem };
    globs.push(glob);
  }
  if (paths && globs.length === 0) return { key: "paths", wanted: "a list of at least one glob" };
  const places = readPlaces(rule);
  if ("problem" in places) return { key: "in", wanted: places.problem };
  const caught = pattern === null || effect === "allow" ? [] : [pattern, ...otherReadings(pattern)];
  return { rule, command: pattern, caught, paths: paths ? globs : null, places };
}

/** One sentence, or null if the rule is valid. */
export function ruleProblem(rule: Rule): RuleProblem | null {
  const compiled = compileRule(rule);
  return "wanted" in compiled ? compiled : null;
}
