// Closes what is open in a session without a process: a recovered log may have lost the process's start, and nothing else would close it.
import type { By, EventBody } from "../event.ts";
import type { SessionState } from "../state.ts";
import { closePermissions, closeTurn } from "./decide.ts";
import { stopError } from "./stop-error.ts";

const WHY = "the log has lost the start of the agent's process, so it is unknown how far it got";

/** Only if a part of the log is missing. Background tasks are not checked: the fold has none without a process. */
export const hasOrphans = ({ binding, turn, permission }: SessionState): boolean =>
  binding.run === null && (turn.open !== null || permission.open.length > 0);

/** Ends the turn and every question. Prompts queued behind the turn may depend on it, so they are held. */
export function closeOrphans(
  state: SessionState,
  { at, by, session }: { at: string; by: By; session: string },
): EventBody[] {
  const { turn, prompt } = state;
  const message = `The agent was at work, but ${WHY}. The turn is stopped.`;
  const isToHold = turn.open !== null && prompt.queue.length > 0 && !prompt.paused;
  return [
    { type: "error", by, data: stopError("run_lost", message, "check what it did, then send a prompt") },
    ...closeTurn(state, { reason: "interrupted", error: WHY, at, by, session }),
    ...(turn.open ? [] : closePermissions(state, WHY, by)),
    ...(isToHold ? [{ type: "queue_paused" as const, by, data: { paused: true } }] : []),
  ];
}
