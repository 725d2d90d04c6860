import type { CommandOf, Decision } from "../command.ts";
import type { By, DataOf, EventBody } from "../event.ts";
import { usedUpBudget } from "../limit/reached.ts";
import { noLimits } from "../limit/state.ts";
import { reject } from "../rejection.ts";
import type { SessionState } from "../state.ts";
import { waitsInHold } from "./hold.ts";
import { QUEUE_LIMIT, type QueuedPrompt } from "./state.ts";

/** Accepts a prompt into the queue; on an ended session it opens the session again. */
export function decidePrompt(state: SessionState, command: CommandOf<"prompt">, by: By): Decision {
  const { prompt, turn } = state;
  const { promptId, text, files, when = "queue", otherwise = "queue", expectTurn, notBefore, held } = command;
  const refusal = refusePrompt(state, command);
  if (refusal) return refusal;
  if (expectTurn !== undefined && turn.open?.turn !== expectTurn) {
    const running = turn.open ? `Turn ${turn.open.turn} is running` : "No turn is running";
    return reject("turn_mismatch", `${running}, not ${expectTurn}.`, { turn: turn.open?.turn ?? null });
  }
  const waits = waitsInHold(state, command);
  // Releasing the queue must release it too: it is held like those before it.
  const isHeld = held === true || (waits && !prompt.paused);
  const steers = !waits && goesIntoTurn(state, command);
  if (when === "steer" && !steers && otherwise === "reject")
    return reject("not_steerable", `It can't be added to the running turn: ${whyNotSteered(state, { waits })}.`);
  const interrupts = when === "interrupt" && turn.open !== null;
  const before = when === "interrupt" ? null : command.before;
  const data: DataOf<"prompt_queued"> = {
    promptId,
    text,
    ...(files && files.length > 0 ? { files: [...files] } : {}),
    ...(command.command ? { command: true } : {}),
    ...(before === undefined ? {} : { before }),
    ...(notBefore === undefined ? {} : { notBefore }),
    ...(command.after === undefined ? {} : { after: command.after }),
    ...(isHeld ? { held: true } : {}),
    ...(isHeld && !held ? { heldWithQueue: true } : {}),
    ...(steers && turn.open
      ? { steer: { turn: turn.open.turn, otherwise: otherwise === "reject" ? "withdraw" : "queue" } }
      : {}),
  };
  const queue = prompt.queue.map((one) => one.promptId);
  const place = before === undefined ? queue.length : before === null ? 0 : queue.indexOf(before);
  return {
    events: [
      ...reopening(state, by),
      ...(waits ? [] : holding(state, data, by)),
      ...(interrupts ? interrupting(state, by) : []),
      { type: "prompt_queued", by, data },
      ...(waits && prompt.paused ? [{ type: "queue_paused" as const, by, data: { paused: true } }] : []),
    ],
    outcome: {
      state: "queued",
      promptId,
      position: place + (turn.open ? 1 : 0),
      ...(command.couldBeCommand && !command.command ? { asText: true } : {}),
      ...(steers ? { steers: turn.open?.turn } : {}),
      ...(interrupts ? { interrupts: turn.open?.turn } : {}),
    },
  };
}

/** Whether it steers the running turn. */
function goesIntoTurn({ turn }: SessionState, { when, canSteer, command }: CommandOf<"prompt">): boolean {
  return when === "steer" && turn.open?.interrupt === "none" && canSteer === true && command !== true;
}

function whyNotSteered({ turn, prompt }: SessionState, { waits }: { waits: boolean }): string {
  if (!turn.open) return "no turn is running";
  if (!waits) return "the agent can't be steered";
  return prompt.paused ? "the queue is held" : "a person holds queued prompts";
}

/** Whether it can go at once: it waits for no other prompt, no time and no person. */
function goesAtOnce(state: SessionState, command: CommandOf<"prompt">): boolean {
  const { when, notBefore, after, held } = command;
  const isFree = state.turn.open === null || when === "interrupt" || goesIntoTurn(state, command);
  const hasOwnWait = held === true || notBefore !== undefined || after !== undefined;
  return isFree && state.prompt.queue.length === 0 && !hasOwnWait && !waitsInHold(state, command);
}

function refuseLength(state: SessionState, command: CommandOf<"prompt">): Decision | null {
  const limit = Math.min(command.queueLimit ?? QUEUE_LIMIT, QUEUE_LIMIT);
  if (state.prompt.queue.length < limit || (limit === 0 && goesAtOnce(state, command))) return null;
  const isWaiting = `${limit} ${limit === 1 ? "prompt is" : "prompts are"} queued already`;
  const detail =
    limit === 0
      ? `Nothing can be queued here (queued_prompts = 0)${whatToDo(waitsInHold(state, command))}.`
      : `${isWaiting}; wait until the agent has taken some, or cancel some.`;
  return reject("queue_full", detail, { limit });
}

/** For sessions without a queue. */
const whatToDo = (isHeld: boolean): string =>
  isHeld
    ? ", and the queue is held; a person must release it first"
    : "; send it when the agent is idle, or let it stop the running turn";

function refusePrompt(state: SessionState, command: CommandOf<"prompt">): Decision | null {
  const { prompt } = state;
  const { promptId, before, after, notBefore, limits = noLimits } = command;
  const isKnown =
    prompt.queue.some((one) => one.promptId === promptId) || prompt.recent.some((one) => one.promptId === promptId);
  if (isKnown) return reject("prompt_exists", `Prompt ${promptId} was sent already.`);
  const full = refuseLength(state, command);
  if (full) return full;
  const budget = usedUpBudget(state, limits);
  if (budget) return reject("budget_used_up", `${budget.text} To continue, ${budget.hint}.`);
  return refusePlace(state, { before, after }) ?? refuseTime(notBefore);
}

/** The prompt to insert before must be queued; waiting for a prompt that has ended is not waiting. */
function refusePlace(
  state: SessionState,
  { before, after }: { before?: string | null | undefined; after?: string | null | undefined },
): Decision | null {
  const { queue, recent } = state.prompt;
  if (typeof before === "string") {
    const found = queuedOrRefusal(state, before);
    if ("rejection" in found) return found;
  }
  if (typeof after !== "string" || [...queue, ...recent].some((one) => one.promptId === after)) return null;
  return reject("prompt_not_found", `There is no prompt ${after} in the queue.`);
}

const refuseTime = (time: string | null | undefined): Decision | null =>
  typeof time === "string" && Number.isNaN(Date.parse(time))
    ? reject("invalid_time", `"${time}" is not a time; write it as 2026-01-31T09:00:00Z.`)
    : null;

function reopening({ lifecycle }: SessionState, by: By): EventBody[] {
  if (lifecycle.phase !== "ended" || !lifecycle.workspace) return [];
  const { agent, workspace, name } = lifecycle;
  return [{ type: "session_start", by, data: { agent, workspace, name, resumed: true } }];
}

/**
 * A prompt that is sent while the queue is held goes alone: it may correct the queued ones, which stay held individually. A prompt that
 * has its own condition leaves the queue unchanged.
 */
function holding({ prompt }: SessionState, sent: DataOf<"prompt_queued">, by: By): EventBody[] {
  if (!prompt.paused || sent.held || sent.notBefore !== undefined || sent.after !== undefined) return [];
  return prompt.queue.flatMap(({ promptId, held }) =>
    held ? [] : [{ type: "prompt_edited" as const, by, data: { promptId, held: true, heldWithQueue: true } }],
  );
}

const interrupting = ({ turn }: SessionState, by: By): EventBody[] =>
  turn.open?.interrupt === "none"
    ? [{ type: "interrupt", by, data: { turn: turn.open.turn, state: "requested" } }]
    : [];

/** Changes a queued prompt. Releasing one in an ended session opens the session again. */
export function decideEditPrompt(state: SessionState, command: CommandOf<"edit_prompt">, by: By): Decision {
  const { promptId, text, before, notBefore, after, held } = command;
  const found = queuedOrRefusal(state, promptId);
  if ("rejection" in found) return found;
  const { queue } = state.prompt;
  if (typeof after === "string" && waitsFor(queue, after, promptId)) {
    return reject("waits_for_itself", `Prompt ${after} waits for ${promptId}, so neither would ever be sent.`);
  }
  const refusal = refusePlace(state, { before, after }) ?? refuseTime(notBefore);
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
  { promptId }: CommandOf<"withdraw_prompt">,
  by: By,
): Decision {
  const found = queuedOrRefusal(state, promptId);
  if ("rejection" in found) return found;
  return { events: [withdrawal(promptId, by)], outcome: { state: "withdrawn", promptId } };
}

function queuedOrRefusal(
  { prompt }: SessionState,
  promptId: string,
): QueuedPrompt | Extract<Decision, { rejection: unknown }> {
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
  by: By,
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
