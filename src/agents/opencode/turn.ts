// A turn: the prompt, steered text, an interrupt, and its end, which is when OpenCode is idle and has closed its answer.
import type { DeliveredPrompt, Fact } from "../driver.ts";
import { failedTurn, quotaReached } from "../kit/failure.ts";
import { isQuota, quotaIn } from "../kit/quota.ts";
import { agentFor } from "./modes.ts";
import { partsOf } from "./prompt.ts";
import { asking, segment, sessionPath } from "./request.ts";
import { atRest, type Failure, MAX_STEERED, type OpencodeReaction, type OpencodeState, stay } from "./state.ts";

export function deliver(state: OpencodeState, prompt: DeliveredPrompt): OpencodeReaction {
  return send({ ...state, ...atRest, prompt: { id: prompt.promptId, messageId: null } }, prompt);
}

/**
 * Text that arrives while OpenCode works reaches the model with its next step. If there is no further step, OpenCode makes one for it
 * (1.18.33): that is still the same turn here.
 */
export function steer(state: OpencodeState, prompt: DeliveredPrompt): OpencodeReaction {
  if (state.prompt === null) return deliver(state, prompt);
  const words = { id: prompt.promptId, messageId: null };
  return send({ ...state, steered: [...state.steered, words].slice(-MAX_STEERED) }, prompt);
}

function send(state: OpencodeState, prompt: DeliveredPrompt): OpencodeReaction {
  const agent = agentFor(state.mode);
  const body = {
    ...(agent === null ? {} : { agent }),
    ...(state.wish === null ? {} : { model: modelOf(state.wish) }),
    parts: partsOf(state.run, prompt),
  };
  const path = sessionPath(state, "/prompt_async");
  const asked = asking(state, { about: "prompt", name: prompt.promptId, method: "POST", path, body });
  return { state: asked.state, facts: [], writes: [asked.line] };
}

/** "provider/model"; the model's name may contain slashes. */
function modelOf(name: string): { providerID: string; modelID: string } {
  const [providerID = "", ...rest] = name.split("/");
  return { providerID, modelID: rest.join("/") };
}

export function interrupt(state: OpencodeState): OpencodeReaction {
  if (state.prompt === null) return stay(state);
  return abort({ ...state, isInterrupting: true });
}

export function abort(state: OpencodeState): OpencodeReaction {
  const asked = asking(state, { about: "abort", method: "POST", path: sessionPath(state, "/abort") });
  return { state: asked.state, facts: [], writes: [asked.line] };
}

/** A message was made of a text from Skein. An earlier interrupt has not stopped it, so it is sent again. */
export function handlePromptTaken(
  state: OpencodeState,
  { id, messageId }: { id: string; messageId: string },
): OpencodeReaction {
  const isPrompt = state.prompt?.id === id && state.prompt.messageId === null;
  if (!isPrompt && state.steered.every((one) => one.id !== id || one.messageId !== null)) return stay(state);
  const known = { id, messageId };
  const next: OpencodeState = isPrompt
    ? { ...state, prompt: known, mark: messageId }
    : { ...state, steered: state.steered.map((one) => (one.id === id ? known : one)) };
  return state.isInterrupting ? abort(next) : stay(next);
}

/** The text that the model is given now: everything up to the message that it answers. */
export function handleSteerTaken(
  state: OpencodeState,
  answered: string | undefined,
): { state: OpencodeState; facts: Fact[] } {
  const last = state.steered.findIndex(({ messageId }) => messageId !== null && messageId === answered);
  const heard = state.steered.slice(0, last + 1);
  return {
    state: last < 0 ? state : { ...state, steered: state.steered.slice(last + 1) },
    facts: heard.map(({ id }) => ({ type: "steer_taken", promptId: id })),
  };
}

/** OpenCode reports that it is idle. */
export function handleIdle(state: OpencodeState): OpencodeReaction {
  const { prompt, answer, steered, isInterrupting } = state;
  // It is about the time before the prompt.
  if (prompt === null || prompt.messageId === null) return stay(state);
  // After a stop or a failure it reports this, then closes its answer, and reports it again (1.18.33).
  if (answer && !answer.isCompleted && !state.isResting) return stay({ ...state, isResting: true });
  if (isInterrupting) {
    // Pending text would start a turn of its own.
    if (steered.some(({ messageId }) => messageId === null)) return stay({ ...state, isResting: false });
    return endTurn(state);
  }
  const failed = answer ? answer.failure : state.failure;
  const isStopped = state.quota !== null || answer?.isAborted;
  if (steered.length > 0 && !failed && !isStopped) return stay({ ...state, isResting: false });
  return endTurn({ ...state, isTraceDue: state.isTraceDue || (failed !== null && answer === null) });
}

/** The prompt did not become a message. */
export const failPrompt = (state: OpencodeState, failure: Failure): OpencodeReaction =>
  endTurn({ ...state, answer: null, failure });

function endTurn(state: OpencodeState): OpencodeReaction {
  const { steered } = state;
  const end = endFacts(state);
  const last = end.at(-1);
  let next: OpencodeState = { ...state, ...atRest };
  const writes: string[] = [];
  // Text that was not handled is removed: the next prompt must not include it.
  const isDropped = last?.type === "turn_end" && last.reason === "interrupted";
  for (const { messageId } of isDropped ? steered : []) {
    if (messageId === null) continue;
    const path = sessionPath(state, `/message/${segment(messageId)}`);
    const asked = asking(next, { about: "drop", method: "DELETE", path });
    next = asked.state;
    writes.push(asked.line);
  }
  return { state: next, facts: end, writes };
}

/** How the turn ended, and its usage. */
export function endFacts(state: OpencodeState): Fact[] {
  const { usage, mark } = state;
  const isUsed = usage.input > 0 || usage.output > 0 || usage.cost > 0;
  const used: Fact[] = isUsed
    ? [{ type: "usage", inputTokens: usage.input, outputTokens: usage.output, costUsd: usage.cost }]
    : [];
  const end = endOf(state).map((fact) => (fact.type === "turn_end" && mark !== null ? { ...fact, mark } : fact));
  return [...used, ...end];
}

function endOf(state: OpencodeState): Fact[] {
  const { isInterrupting, answer, failure } = state;
  const failed = answer ? answer.failure : failure;
  const quota = state.quota ?? (failed && isQuota(failed.message) ? quotaIn(failed.message) : null);
  if (quota) return quotaReached(quota);
  if (isInterrupting || answer?.isAborted) return [{ type: "turn_end", reason: "interrupted" }];
  if (failed) return failedTurn(failed);
  if (answer?.finish === "length") return [{ type: "turn_end", reason: "limit", error: "The answer became too long." }];
  if (answer?.finish === "content-filter")
    return [{ type: "turn_end", reason: "refused", error: "The model's provider refused to answer." }];
  return [{ type: "turn_end", reason: "completed" }];
}
