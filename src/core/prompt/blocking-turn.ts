// Whether the open turn keeps queued prompts waiting.
import type { SessionState } from "../state.ts";

/**
 * A turn that the agent began by itself delays no prompt, unless it asks: a new prompt would close the question, and the agent would wait for its
 * answer for ever. A question of a background task is not the turn's.
 */
export function isBlockingTurn({ turn, permission }: Pick<SessionState, "turn" | "permission">): boolean {
  if (!turn.open) return false;
  return turn.open.promptId !== null || permission.open.some(({ taskId }) => taskId === undefined);
}
