// The usage of a turn. Agents report totals of the process, or of the turn, or nothing.
import type { Fact } from "../../driver.ts";
import type { PromptResponse, Usage } from "./protocol.ts";
import type { AcpState, Scene } from "./state.ts";

type UsageFact = Extract<Fact, { type: "usage" }>;

/** The usage of the turn that ends with this response; none if nothing was used or reported. */
export function countUsage(
  { agent, state }: Scene,
  { usage, _meta }: PromptResponse,
): { state: AcpState; facts: UsageFact[] } {
  const quota = _meta?.quota?.token_count;
  const said = usage ? sumsOf(usage) : quota ? { input: quota.input_tokens, output: quota.output_tokens } : null;
  const { spent } = state;
  const isTotal = agent.quirks?.totalsUsage === true;
  const input = Math.max(0, (said?.input ?? spent.input) - (isTotal || !said ? spent.input : 0));
  const output = Math.max(0, (said?.output ?? spent.output) - (isTotal || !said ? spent.output : 0));
  const cost = spent.costNow !== null && spent.cost !== null ? difference(spent.costNow, spent.cost) : null;
  const total = isTotal && said ? said : spent;
  const next = { ...spent, input: total.input, output: total.output, cost: spent.costNow ?? spent.cost };
  const isNothing = input === 0 && output === 0 && !cost;
  const numbers = { inputTokens: input, outputTokens: output, ...(cost === null ? {} : { costUsd: cost }) };
  return { state: { ...state, spent: next }, facts: isNothing ? [] : [{ type: "usage", ...numbers }] };
}

/** Without rounding errors. */
const difference = (now: number, before: number): number => Math.max(0, Number((now - before).toFixed(9)));

/** Whether a model has answered at all. */
export const isUsed = (facts: readonly UsageFact[]): boolean => facts.some(({ outputTokens }) => outputTokens > 0);

/** The protocol does not say whether cached and thinking tokens are counted separately: they are if the sum matches. */
function sumsOf(usage: Usage): { input: number; output: number } {
  const cached = (usage.cachedReadTokens ?? 0) + (usage.cachedWriteTokens ?? 0);
  const thought = usage.thoughtTokens ?? 0;
  const isApart = usage.inputTokens + usage.outputTokens + cached + thought === usage.totalTokens;
  return isApart
    ? { input: usage.inputTokens + cached, output: usage.outputTokens + thought }
    : { input: usage.inputTokens, output: usage.outputTokens };
}
