// What an agent says may be JSON and yet nothing that can be stored: nested so deep that nothing gets to its bottom. Taken again it would be
// the same, so it must not stop the session: people are told, and everything else goes on.
import type { Fact } from "../agents/index.ts";
import { SkeinError } from "../core/index.ts";

/** Far less than what a stack holds, and far more than anybody means. */
const DEEPEST = 1_000;

/** The fault lies in what was to be committed, not in the log. */
export const isUnstorable = (error: unknown): boolean =>
  error instanceof RangeError || (error instanceof SkeinError && error.code === "invalid_change");

/** The fact, or a notice in its place. */
export function storable(fact: Fact): Fact {
  if (!isDeeperThan(DEEPEST, fact)) return fact;
  const text = `the agent said something that can't be stored (${fact.type}): it is nested more than ${DEEPEST} deep`;
  return { type: "notice", data: { kind: "unstorable", text } };
}

function isDeeperThan(depth: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((one) => isDeeperThan(depth - 1, one));
}
