// What an agent says may be JSON and yet nothing that can be stored: nested so deep that nothing gets to its bottom. Taken again it would be
// the same, so it must not stop the session: people are told, and everything else goes on.
import type { Fact } from "../agents/index.ts";
import { SkeinError, stopError } from "../core/index.ts";

/** Far less than what a stack holds, and far more than anybody means. */
const DEEPEST = 1_000;

/** The fault lies in what was to be committed, not in the log. */
export const isUnserializable = (error: unknown): boolean =>
  error instanceof RangeError || (error instanceof SkeinError && error.code === "invalid_change");

/** The fact, or what people are told in its place. A question that can't be stored can't be answered either: its agent would wait for ever. */
export function serializable(fact: Fact): Fact {
  if (!isDeeperThan(DEEPEST, fact)) return fact;
  if (fact.type === "permission") return lostQuestion;
  const text = `the agent said something that can't be stored (${fact.type}): it is nested more than ${DEEPEST} deep`;
  return { type: "notice", data: { kind: "unstorable", text } };
}

const lostQuestion: Fact = {
  type: "error",
  data: stopError(
    "unstorable",
    `The agent asked something that can't be stored: it is nested more than ${DEEPEST} deep. So it was stopped.`,
    "send a prompt to go on in a new run",
  ),
};

/** Its agent is to be stopped. */
export const isLostQuestion = (fact: Fact): boolean => fact === lostQuestion;

function isDeeperThan(depth: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((one) => isDeeperThan(depth - 1, one));
}
