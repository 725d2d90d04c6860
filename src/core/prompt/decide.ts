import type { CommandOf, Decision } from "../command.ts";
import type { By, EventBody } from "../event.ts";
import { reject } from "../rejection.ts";
import type { SessionState } from "../state.ts";
import { QUEUE_LIMIT } from "./state.ts";

/** Accepts a prompt at the end of the queue; on an ended session it opens the session again. */
export function decidePrompt(state: SessionState, command: CommandOf<"prompt">, by: By): Decision {
  const { lifecycle, prompt } = state;
  const { promptId, text } = command;
  if (prompt.queue.some((queued) => queued.promptId === promptId)) {
    return reject("prompt_exists", `Prompt ${promptId} is queued already.`);
  }
  if (prompt.queue.length >= QUEUE_LIMIT) {
    const detail = `${QUEUE_LIMIT} prompts are waiting already; let the agent work some of them off.`;
    return reject("queue_full", detail, { limit: QUEUE_LIMIT });
  }
  const reopen: EventBody[] = [];
  if (lifecycle.phase === "ended" && lifecycle.workspace) {
    const { agent, workspace, name } = lifecycle;
    reopen.push({ type: "session_start", by, data: { agent, workspace, name, resumed: true } });
  }
  const position = prompt.queue.length + (state.turn.open ? 1 : 0);
  return {
    events: [...reopen, { type: "prompt_queued", by, data: { promptId, text } }],
    outcome: { state: "queued", promptId, position },
  };
}
