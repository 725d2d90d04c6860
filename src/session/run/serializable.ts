// Output of an agent may be valid JSON that can't be stored: nested too deeply to be traversed. A retry would give the
// same result, so it must not block the session: people are told, and everything else continues.
import type { Fact } from "../../agents/index.ts";
import { SkeinError, stopError } from "../../core/index.ts";

/** Far below the stack's limit, and far above any real need. */
const DEEPEST = 1_000;

/** The fault is in the data to be committed, not in the log. */
export const isUnserializable = (error: unknown): boolean =>
  error instanceof RangeError || (error instanceof SkeinError && error.code === "invalid_change");

/** The fact, or a notice in its place. A question that can't be stored can't be answered either: its agent would wait forever. */
export function serializable(fact: Fact): Fact {
  if (!isDeeperThan(DEEPEST, fact)) return fact;
  if (fact.type === "permission") return lostQuestion;
  const text = `the agent sent something that can't be stored (${fact.type}): it has more than ${DEEPEST} nested levels`;
  return { type: "notice", data: { kind: "unstorable", text } };
}

const lostQuestion: Fact = {
  type: "error",
  data: stopError(
    "unstorable",
    `The agent asked something that can't be stored: it has more than ${DEEPEST} nested levels. The agent was stopped.`,
    "send a prompt to continue in a new run",
  ),
};

/** The agent must be stopped. */
export const isLostQuestion = (fact: Fact): boolean => fact === lostQuestion;

function isDeeperThan(depth: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((one) => isDeeperThan(depth - 1, one));
}
