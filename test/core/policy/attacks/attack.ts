// What somebody would try who wants more run than rules allow: rules, and what becomes of commands under them.
import type { Rule, Verdict } from "../../../../src/core/policy/rule.ts";

export interface Attack {
  readonly about: string;
  readonly allow?: readonly string[];
  /** Where the allowed ones hold. */
  readonly in?: readonly string[];
  readonly deny?: readonly string[];
  /** Globs of paths that are denied. */
  readonly denyPaths?: readonly string[];
  /** Each command, by what must become of it. */
  readonly cases: Partial<Record<Verdict, readonly string[]>>;
}

export const rulesOf = ({ allow = [], in: places, deny = [], denyPaths = [] }: Attack): Rule[] => [
  ...allow.map((command): Rule => ({ effect: "allow", command, ...(places ? { in: places } : {}) })),
  ...deny.map((command): Rule => ({ effect: "deny", command })),
  ...(denyPaths.length > 0 ? [{ effect: "deny", paths: denyPaths } satisfies Rule] : []),
];
