// What may be done to prompts that wait: changed, withdrawn, put in order, held and released.
import type { CommandOf, Decision } from "../command.ts";
import type { DecisionContext } from "../decision-context.ts";
import type { By, EventBody } from "../event.ts";
import { type Refused, reject } from "../rejection.ts";
import type { SessionState } from "../state.ts";
import { refuseAgentCommand } from "./agent-takes.ts";
import type { QueuedPrompt } from "./state.ts";

/** Changes a queued prompt. Releasing one in an ended session opens the session again. */
export function decideEditPrompt(
  state: SessionState,
  command: CommandOf<"edit_prompt">,
  { by, agent }: DecisionContext,
): Decision {
  const { promptId, text, before, notBefore, after, held, expectSeq } = command;
  const found = queuedAsSeen(state, promptId, expectSeq);
  if ("rejection" in found) return found;
  const { queue } = state.prompt;
  if (typeof after === "string" && waitsFor(queue, after, promptId)) {
    return reject("waits_for_itself", `Prompt ${after} waits for ${promptId}, so neither would ever be sent.`);
  }
  const isCommand = agent !== null && found.command === true && text !== undefined;
  const refusal =
    (isCommand ? refuseAgentCommand(state, agent, text) : null) ??
    refusePlace(state, { before, after }) ??
    refuseTime(notBefore);
  if (refusal) return refusal;
  const change = { text, notBefore, after, held };
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const events: EventBody[] = held === false ? reopening(state, by) : [];
  if (Object.keys(given).length > 0) events.push({ type: "prompt_edited", by, data: { promptId, ...given } });
  if (before !== undefined && before !== promptId) {
    const others = queue.flatMap((one) => (one.promptId === promptId ? [] : [one.promptId]));
    const place = before === null ? others.length : others.indexOf(before);
    events.push({ type: "queue_ordered", by, data: { order: others.toSpliced(place, 0, promptId) } });
  }
  return { events, outcome: { state: "queued", promptId } };
}

/** Whether the prompt waits, directly or indirectly, for the wanted one. */
function waitsFor(queue: readonly QueuedPrompt[], promptId: string, wanted: string): boolean {
  const seen = new Set<string>();
  for (let at: string | null = promptId; at !== null && !seen.has(at); ) {
    if (at === wanted) return true;
    seen.add(at);
    at = queue.find((one) => one.promptId === at)?.after ?? null;
  }
  return false;
}

export function decideWithdrawPrompt(
  state: SessionState,
  { promptId, expectSeq }: CommandOf<"withdraw_prompt">,
  { by }: DecisionContext,
): Decision {
  const found = queuedAsSeen(state, promptId, expectSeq);
  if ("rejection" in found) return found;
  return { events: [withdrawal(promptId, by)], outcome: { state: "withdrawn", promptId } };
}

/** Refused if somebody has changed it since. Its place in the queue is none of it. */
function queuedAsSeen(state: SessionState, promptId: string, expectSeq: number | undefined): QueuedPrompt | Refused {
  const found = queuedOrRefusal(state, promptId);
  if ("rejection" in found || expectSeq === undefined) return found;
  const seq = found.editedSeq ?? found.seq;
  return seq === expectSeq
    ? found
    : reject("moved", `Prompt ${promptId} was changed after it was shown, so it was left as it is.`, { seq });
}

function queuedOrRefusal({ prompt }: SessionState, promptId: string): QueuedPrompt | Refused {
  const queued = prompt.queue.find((one) => one.promptId === promptId);
  if (queued) return queued;
  const left = prompt.recent.find((one) => one.promptId === promptId);
  if (!left) return reject("prompt_not_found", `There is no prompt ${promptId} in the queue.`);
  if (left.state === "withdrawn")
    return reject("prompt_withdrawn", `Prompt ${promptId} was cancelled.`, { seq: left.seq });
  return reject("prompt_delivered", `Prompt ${promptId} was already given to the agent.`, {
    seq: left.seq,
    state: left.state,
  });
}

const withdrawal = (promptId: string, by: By): EventBody => ({
  type: "prompt_withdrawn",
  by,
  data: { promptId, reason: `cancelled by ${by.name ?? by.kind}` },
});

/** Withdraws all queued prompts. */
export const clearing = ({ prompt }: SessionState, by: By): EventBody[] =>
  prompt.queue.map(({ promptId }) => withdrawal(promptId, by));

/** Holds, releases, reorders or clears the whole queue. */
export function decideQueue(
  state: SessionState,
  { paused, order, clear, prompts }: CommandOf<"queue">,
  { by }: DecisionContext,
): Decision {
  const { prompt } = state;
  const ids = prompt.queue.map((one) => one.promptId);
  const withdrawn = clear ? ids.filter((id) => prompts?.includes(id) ?? true) : [];
  if (
    order &&
    (order.length !== ids.length || new Set(order).size !== ids.length || !ids.every((id) => order.includes(id)))
  ) {
    return reject("moved", "The queue has changed meanwhile: the order must name each queued prompt once.", {
      order: ids,
    });
  }
  const isReordered = order?.some((id, index) => id !== ids[index]) ?? false;
  return {
    events: [
      ...withdrawn.map((id) => withdrawal(id, by)),
      ...(order && isReordered && !clear ? [{ type: "queue_ordered" as const, by, data: { order: [...order] } }] : []),
      ...(paused !== undefined && paused !== prompt.paused
        ? [{ type: "queue_paused" as const, by, data: { paused } }]
        : []),
    ],
    outcome: {
      state: (paused ?? prompt.paused) ? "paused" : "open",
      withdrawn: withdrawn.length,
      ...(clear ? { withdrawnPrompts: withdrawn } : {}),
    },
  };
}
/** The prompt to insert before must be queued; waiting for a prompt that has ended is not waiting. */
export function refusePlace(
  state: SessionState,
  { before, after }: { before?: string | null | undefined; after?: string | null | undefined },
): Refused | null {
  const { queue, recent } = state.prompt;
  if (typeof before === "string") {
    const found = queuedOrRefusal(state, before);
    if ("rejection" in found) return found;
  }
  if (typeof after !== "string" || [...queue, ...recent].some((one) => one.promptId === after)) return null;
  return reject("prompt_not_found", `There is no prompt ${after} in the queue.`);
}

export const refuseTime = (time: string | null | undefined): Refused | null =>
  typeof time === "string" && Number.isNaN(Date.parse(time))
    ? reject("invalid_time", `"${time}" is not a time; write it as 2026-01-31T09:00:00Z.`)
    : null;

export function reopening({ lifecycle }: SessionState, by: By): EventBody[] {
  if (lifecycle.phase !== "ended" || !lifecycle.workspace) return [];
  const { agent, workspace, name } = lifecycle;
  return [{ type: "session_start", by, data: { agent, workspace, name, resumed: true } }];
}
