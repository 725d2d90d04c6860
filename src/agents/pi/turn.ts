// The course of a turn: the agent begins to work, answers, and rests. Retries, compaction and words that came late are part of it.
import type { Fact, Reaction } from "../driver.ts";
import { TURN_ENTRY } from "./approvals/names.ts";
import { cancelQuestions } from "./dialog.ts";
import { failedTurn } from "./failure.ts";
import { commandLine, type LineOf, type Message, type Usage } from "./protocol.ts";
import { takeWhole } from "./speech.ts";
import { nextId, nothingSpent, type PiState, type Step } from "./state.ts";

/** An interrupt that came before the agent had begun was for nobody: it is said once more. */
export function begin(before: PiState): Reaction<PiState> {
  const state = { ...before, hasBegun: true, failure: null, isStopped: false };
  if (!state.isInterrupting) return { state, facts: [], writes: [] };
  const { state: next, id } = nextId(state, "abort");
  return { state: next, facts: [], writes: [commandLine(id, { type: "abort" })] };
}

/** A finished message. What it says is in the deltas already, mostly. */
export function takeMessage(state: PiState, message: Message): Step {
  const paid = spend(state, message.usage);
  if (message.role !== "assistant") return { state: paid, facts: [] };
  const { state: next, facts } = takeWhole(paid, message);
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

/** The extension's mark for the end of a turn. It knows whether anybody had asked. */
export function takeMark(state: PiState, { customType, id, data }: LineOf<"entry_appended">["entry"]): PiState {
  if (customType !== TURN_ENTRY) return state;
  const isOwn = typeof data === "object" && data !== null && "isOwn" in data && data.isOwn === true;
  return { ...state, mark: id, ownTurn: isOwn && state.ownTurn === "speaking" ? "ending" : state.ownTurn };
}

/** The agent rests. */
export function settle(state: PiState): Reaction<PiState> {
  const { prompt, ownTurn, isInterrupting, unconfirmed } = state;
  if (prompt === null && ownTurn !== "ending") return { state, facts: [], writes: [] };
  // Words that came too late for it begin another run: that is still the same turn.
  const isGoingOn = prompt !== null && unconfirmed.length > 0 && !isInterrupting;
  if (isGoingOn) {
    const facts = endOf({ ...state, spent: nothingSpent }).filter(({ type }) => type !== "turn_end");
    return { state: { ...state, hasBegun: false, failure: null }, facts, writes: [] };
  }
  return { state: rested(state), facts: endOf(state), writes: cancelQuestions(state) };
}

export const rested = (state: PiState): PiState => ({
  ...state,
  prompt: null,
  hasBegun: false,
  hasSteered: false,
  isStopped: false,
  // What was not heard yet must not begin to run any more.
  isInterrupting: state.isInterrupting && state.unconfirmed.length > 0,
  ownTurn: "none",
  failure: null,
  spent: nothingSpent,
  tools: [],
  questions: [],
});

export function endOf(state: PiState): Fact[] {
  const mark = state.mark === null ? {} : { mark: state.mark };
  const end = reasonOf(state).map((fact) => (fact.type === "turn_end" ? { ...fact, ...mark } : fact));
  return [...usageOf(state), ...end];
}

function reasonOf({ isInterrupting, isStopped, failure }: PiState): Fact[] {
  if (isInterrupting || isStopped) return [{ type: "turn_end", reason: "interrupted" }];
  return failure === null ? [{ type: "turn_end", reason: "completed" }] : failedTurn(failure);
}

function usageOf({ spent }: PiState): Fact[] {
  const isNothing = spent.inputTokens === 0 && spent.outputTokens === 0 && spent.costUsd === 0;
  return isNothing ? [] : [{ type: "usage", ...spent }];
}
