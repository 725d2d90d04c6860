// The end of a turn: whose turn it is, how it ended, and its usage.
import type { TurnEndReason } from "../../core/index.ts";
import type { Fact } from "../driver.ts";
import { failedTurn, quotaReached } from "../kit/failure.ts";
import { failureOf, quotaOf } from "./failure.ts";
import { askAgain } from "./permission.ts";
import type { LineOf } from "./protocol.ts";
import type { ClaudeState, Step } from "./state.ts";

type Result = LineOf<"result">;

export function handleResult(state: ClaudeState, line: Result): Step {
  const steered = state.steered.filter((one) => !promptsOf(line)?.includes(one));
  const rest = {
    costUsd: line.total_cost_usd,
    isOwnTurn: false,
    isOwnTurnTold: false,
    message: null,
    block: null,
    steered,
  };
  const next: ClaudeState = { ...state, ...rest };
  const usage = usageOf(state, line);
  // The prompt waits behind the turn that has ended, which the agent had started itself.
  if (state.prompt !== null && !endsPrompt(state, line)) return { state: next, facts: usage };
  // Steered text that an interrupt has not reached belongs to it too.
  const endsOwn = line.origin !== undefined && state.isOwnTurnTold;
  const isOwn = state.prompt === null && (endsOwn || steered.length < state.steered.length);
  // That turn was never reported: a process for one prompt delays the end until its tasks have ended, and reports their ends after it.
  if (state.prompt === null && !isOwn && line.origin !== undefined) return { state: next, facts: usage };
  if (state.prompt === null && !isOwn) {
    const text = "The agent ended a turn that was not running.";
    return { state: next, facts: [...usage, { type: "notice", data: { kind: "stray_result", text } }] };
  }
  const [unheard, ...later] = steered;
  if (unheard !== undefined && !state.isInterrupting) {
    const goesOn = { ...next, prompt: unheard, steered: later, isTaken: false, isSteered: true, failure: null };
    return { state: goesOn, facts: [...usage, ...endOf(state, line).filter(({ type }) => type !== "turn_end")] };
  }
  const rested = askAgain({ ...next, prompt: null, isTaken: false, isInterrupting: false, failure: null });
  return { state: rested.state, facts: [...usage, ...endOf(state, line), ...rested.facts] };
}

/**
 * Whether the result ends the prompt's turn. A prompt that arrives while the agent works by itself waits, or becomes part of that turn.
 * 2.1.325 reports whose turn has ended; in older versions the prompt's echo shows whether it was accepted.
 */
function endsPrompt(state: ClaudeState, line: Result): boolean {
  // A prompt on a plain stdin has no id.
  if (state.transport === "oneshot") return line.origin === undefined;
  const prompts = promptsOf(line);
  if (prompts) return prompts.some((one) => one === state.prompt);
  return state.isTaken || (!state.isOwnTurn && line.origin === undefined);
}

const promptsOf = ({ user_message_uuids: several, user_message_uuid: one }: Result): string[] | null =>
  several ?? (one === undefined ? null : [one]);

function endOf(state: ClaudeState, line: Result): Fact[] {
  const reason = reasonOf(state, line);
  const mark = state.mark === null ? {} : { mark: state.mark };
  if (reason === "completed" || reason === "interrupted") return [{ type: "turn_end", reason, ...mark }];
  const failure = failureOf({ ...line, failure: state.failure });
  const { message } = failure;
  const quota = reason === "failed" ? quotaOf(state, { message, error: line.api_error ?? null }) : null;
  if (quota) return quotaReached(quota, mark);
  return reason === "failed" ? failedTurn(failure, mark) : [{ type: "turn_end", reason, error: message, ...mark }];
}

function reasonOf(state: ClaudeState, { subtype, is_error, stop_reason, terminal_reason = "" }: Result): TurnEndReason {
  if (subtype === "error_max_turns" || subtype === "error_max_budget_usd" || terminal_reason === "blocking_limit")
    return "limit";
  if (subtype !== "success") {
    return state.isInterrupting || terminal_reason.startsWith("aborted") ? "interrupted" : "failed";
  }
  if (stop_reason === "refusal") return "refused";
  return is_error ? "failed" : "completed";
}

/**
 * The usage of this turn, including subagents and cached tokens. In a long-lived process the total cost grows from turn to turn. In 2.1.325 it
 * continues the total of a resumed conversation; then the difference is reported.
 */
function usageOf(state: ClaudeState, line: Result): Fact[] {
  const since = line.model_usage_since_last_result;
  const models = since ? Object.values(since) : [];
  const { usage } = line;
  const inputTokens = since
    ? sum(models, (one) => one.inputTokens + one.cacheReadInputTokens + one.cacheCreationInputTokens)
    : (usage?.input_tokens ?? 0) + (usage?.cache_read_input_tokens ?? 0) + (usage?.cache_creation_input_tokens ?? 0);
  const outputTokens = since ? sum(models, (one) => one.outputTokens) : (usage?.output_tokens ?? 0);
  const costUsd = since ? sum(models, (one) => one.costUSD) : Math.max(line.total_cost_usd - state.costUsd, 0);
  if (inputTokens === 0 && outputTokens === 0 && costUsd === 0) return [];
  return [{ type: "usage", inputTokens, outputTokens, costUsd }];
}

const sum = <T>(items: readonly T[], numberOf: (item: T) => number): number =>
  Math.min(
    items.reduce((total, item) => total + numberOf(item), 0),
    Number.MAX_VALUE,
  );
