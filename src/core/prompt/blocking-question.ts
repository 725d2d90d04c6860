// The question that keeps a prompt from going on: nobody has answered it, no rule either. Read from the state, which is whole after every
// commit: an event alone does not tell whether the same commit answered it.
import type { OpenPermission } from "../permission/state.ts";
import type { SessionState } from "../state.ts";

export interface Blocking {
  readonly question: OpenPermission;
  /** The prompt waits for the turn that asks. */
  readonly isQueued: boolean;
}

export function blockingQuestion(state: SessionState, promptId: string): Blocking | null {
  const { prompt, turn, permission, lifecycle } = state;
  // What a background task asks holds up that task alone.
  const question = permission.open.find((one) => one.state === "asked" && one.taskId === undefined);
  const { open } = turn;
  // A turn that is about to end takes its questions with it.
  if (!question || !open || open.interrupt !== "none" || lifecycle.phase !== "open") return null;
  const isQueued = prompt.queue.some((one) => one.promptId === promptId);
  // A turn that the agent began by itself keeps no prompt waiting.
  if (isQueued) return open.promptId === null ? null : { question, isQueued };
  const isInTurn =
    open.promptId === promptId || prompt.recent.some((one) => one.promptId === promptId && one.turn === open.turn);
  return isInTurn ? { question, isQueued } : null;
}
