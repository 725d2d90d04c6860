// The course of a turn: the agent starts to work, answers, and becomes idle. Retries, compaction and late text are part of it.
import type { Fact, Reaction } from "../driver.ts";
import { TURN_ENTRY } from "./approvals/names.ts";
import { cancelQuestions } from "./dialog.ts";
import { endOfFailed } from "./failure.ts";
import { commandLine, type LineOf, type Message, type Usage } from "./protocol.ts";
import { handleWhole } from "./speech.ts";
import { nextId, nothingSpent, type PiState, type Step } from "./state.ts";

/** An interrupt before the agent's start had no effect: it is sent again. */
export function begin(before: PiState): Reaction<PiState> {
  const state = { ...before, hasBegun: true, failure: null, isStopped: false };
  if (!state.isInterrupting) return { state, facts: [], writes: [] };
  const { state: next, id } = nextId(state, "abort");
  return { state: next, facts: [], writes: [commandLine(id, { type: "abort" })] };
}

/** A finished message. Most of its text was streamed already. */
export function handleMessage(state: PiState, message: Message): Step {
  const paid = spend(state, message.usage);
  if (message.role !== "assistant") return { state: paid, facts: [] };
  const { state: next, facts } = handleWhole(paid, message);
  const { stopReason, errorMessage } = message;
  const failure = stopReason === "error" ? (errorMessage ?? "").slice(0, 4000) : null;
  const after = { ...next, failure, isStopped: stopReason === "aborted" };
  if (stopReason !== "length") return { state: after, facts };
  const cut: Fact = { type: "notice", data: { kind: "length", text: "The answer is cut off: it was too long." } };
  return { state: after, facts: [...facts, cut] };
}

export function spend(state: PiState, usage: Usage | null | undefined): PiState {
  if (!usage) return state;
  const { inputTokens, outputTokens, costUsd } = state.spent;
  const spent = {
    inputTokens: bounded(inputTokens + usage.input + usage.cacheRead + usage.cacheWrite),
    outputTokens: bounded(outputTokens + usage.output),
    costUsd: bounded(costUsd + usage.cost.total),
  };
  return { ...state, spent };
}

const bounded = (number: number): number => Math.min(number, Number.MAX_VALUE);

/** The extension's mark of the end of a turn. It says whether there was a prompt. */
export function handleMark(state: PiState, { customType, id, data }: LineOf<"entry_appended">["entry"]): PiState {
  if (customType !== TURN_ENTRY) return state;
  const isOwn = typeof data === "object" && data !== null && "isOwn" in data && data.isOwn === true;
  return { ...state, mark: id, ownTurn: isOwn && state.ownTurn === "speaking" ? "ending" : state.ownTurn };
}

/**
 * The agent is idle. Unconfirmed text may have come too late: then it starts another run, which is still the same turn; after an interrupt
 * that run is stopped as soon as it starts.
 */
export function settle(state: PiState): Reaction<PiState> {
  const { prompt, ownTurn, isInterrupting, unconfirmed } = state;
  if (prompt === null && ownTurn !== "ending") return { state, facts: [], writes: [] };
  if (prompt === null || unconfirmed.length === 0) return end(state);
  const facts = isInterrupting ? [] : reasonOf(state).filter(({ type }) => type !== "turn_end");
  return { state: { ...state, hasBegun: false, failure: null }, facts, writes: [] };
}

/** Text that reached the agent's queue only after the interrupt would become part of the next turn (0.87.1). */
export function end(before: PiState): Reaction<PiState> {
  const over = { state: rested(before), facts: endOf(before), writes: cancelQuestions(before) };
  if (!before.isInterrupting || !before.hasSteered) return over;
  const { state, id } = nextId(over.state, "drop");
  return { ...over, state, writes: [...over.writes, commandLine(id, { type: "clear_queue" })] };
}

export const rested = (state: PiState): PiState => ({
  ...state,
  prompt: null,
  hasBegun: false,
  hasSteered: false,
  isInterrupting: false,
  isStopped: false,
  ownTurn: "none",
  failure: null,
  spent: nothingSpent,
  tools: [],
  questions: [],
});

function endOf(state: PiState): Fact[] {
  const mark = state.mark === null ? {} : { mark: state.mark };
  const end = reasonOf(state).map((fact) => (fact.type === "turn_end" ? { ...fact, ...mark } : fact));
  return [...usageOf(state), ...end];
}

function reasonOf({ isInterrupting, isStopped, failure }: PiState): Fact[] {
  if (isInterrupting || isStopped) return [{ type: "turn_end", reason: "interrupted" }];
  return failure === null ? [{ type: "turn_end", reason: "completed" }] : endOfFailed(failure);
}

function usageOf({ spent }: PiState): Fact[] {
  const isNothing = spent.inputTokens === 0 && spent.outputTokens === 0 && spent.costUsd === 0;
  return isNothing ? [] : [{ type: "usage", ...spent }];
}
