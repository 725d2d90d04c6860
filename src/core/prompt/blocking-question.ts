// The unanswered question that blocks a prompt. Read from the state after a commit,
// because an event alone does not show whether a rule answered it in the same commit.
import type { OpenPermission } from "../permission/state.ts";
import type { SessionState } from "../state.ts";

export interface Blocking {
  readonly question: OpenPermission;
  /** The prompt waits for the turn that asks. */
  readonly isQueued: boolean;
}

export function blockingQuestion(state: SessionState, promptId: string): Blocking | null {
  const { prompt, turn, permission, lifecycle } = state;
  // A question of a background task blocks only that task.
  const question = permission.open.find((one) => one.state === "asked" && one.taskId === undefined);
  const { open } = turn;
  // A turn that is about to end takes its questions with it.
  if (!question || !open || open.interrupt !== "none" || lifecycle.phase !== "open") return null;
  const isQueued = prompt.queue.some((one) => one.promptId === promptId);
  if (isQueued) return { question, isQueued };
  const isInTurn =
    open.promptId === promptId || prompt.recent.some((one) => one.promptId === promptId && one.turn === open.turn);
  return isInTurn ? { question, isQueued } : null;
}
