// The events of handing a prompt to an agent, whichever way it takes it.
import { closeTurn, type EventBody, type QueuedPrompt, type SessionState } from "../core/index.ts";
import { byDaemon } from "./desk.ts";

/** What the agent did by itself until now is over. */
export function delivery(
  state: SessionState,
  prompt: QueuedPrompt,
  { turn, at }: { turn: string; at: string },
): EventBody[] {
  const { promptId, text, by, blobs } = prompt;
  return [
    ...closeTurn(state, { reason: "completed", at, by: byDaemon }),
    { type: "turn_start", by: byDaemon, data: { turn, promptId } },
    { type: "user_prompt", by, data: { promptId, text, turn }, ...(blobs ? { blobs } : {}) },
  ];
}
