// The events of delivering a prompt to an agent, for every transport.
import { closeTurn, commandNameIn, type EventBody, type QueuedPrompt, type SessionState } from "../../core/index.ts";
import { byDaemon } from "../session-context.ts";

/** Ends the turn that the agent had begun by itself. */
export function delivery(
  state: SessionState,
  prompt: QueuedPrompt,
  { turn, at }: { turn: string; at: string },
): EventBody[] {
  const { promptId, text, by, blobs, files, command } = prompt;
  return [
    ...closeTurn(state, { reason: "completed", at, by: byDaemon }),
    { type: "turn_start", by: byDaemon, data: { turn, promptId } },
    {
      type: "user_prompt",
      by,
      data: { promptId, text, turn, ...(files ? { files: [...files] } : {}), ...(command ? { command } : {}) },
      ...(blobs ? { blobs } : {}),
    },
  ];
}

/** Steers the running turn. */
export function steering({ promptId, text, by, blobs, files }: QueuedPrompt, turn: string): EventBody {
  const data = { promptId, text, turn, steered: true, ...(files ? { files: [...files] } : {}) };
  return { type: "user_prompt", by, data, ...(blobs ? { blobs } : {}) };
}

/** The list came after the command was sent. */
export const notListed = ({ promptId, text }: QueuedPrompt): EventBody => ({
  type: "prompt_withdrawn",
  by: byDaemon,
  data: { promptId, reason: `the agent lists no command /${commandNameIn(text) ?? ""}` },
});

/** A prompt that can't be delivered complete is not delivered: its sender is told. */
export const withdrawn = ({ promptId }: QueuedPrompt, lost: string): EventBody => ({
  type: "prompt_withdrawn",
  by: byDaemon,
  data: { promptId, reason: `its ${lost} was lost when the log was damaged` },
});
