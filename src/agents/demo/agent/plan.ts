// The plan that a prompt gives: begun with its first entry, and done when the turn is.
import type { AgentLine } from "../protocol.ts";

export function planLine(plan: readonly string[], progress: "begun" | "done"): AgentLine {
  const rest = progress === "done" ? "completed" : "pending";
  const first = progress === "done" ? "completed" : "in_progress";
  return { type: "plan", entries: plan.map((content, at) => ({ content, status: at === 0 ? first : rest })) };
}
