// A turn: the prompt is a request, and its response is the only end of the turn.
import type { TurnEndReason } from "../../../core/index.ts";
import type { DeliveredPrompt, Fact, Reaction } from "../../driver.ts";
import { REQUEST_CANCELLED, type RpcError, rpcNotification } from "../json-rpc.ts";
import { isQuota, quotaIn } from "../quota.ts";
import type { Quirks } from "./agent.ts";
import { explainError } from "./explain-error.ts";
import { fileBlock } from "./file-block.ts";
import { sayHeld } from "./message.ts";
import { loginHint } from "./opening.ts";
import { cancelQuestions } from "./permission.ts";
import { AUTH_REQUIRED, type PromptResponse, promptResponse } from "./protocol.ts";
import { type AcpState, request, type Scene } from "./state.ts";
import { countUsage, isUsed } from "./usage.ts";

export function sendPrompt(
  { agent, state }: Scene,
  { text, files = [], isCommand = false }: DeliveredPrompt,
): Reaction<AcpState> {
  const words = isCommand ? text : asText(text, agent.quirks ?? {});
  const prompt = [
    ...(words === "" && files.length > 0 ? [] : [{ type: "text", text: words }]),
    ...files.map((file) => fileBlock(state, file)),
  ];
  const asked = request(state, {
    about: { for: "prompt" },
    method: "session/prompt",
    params: { sessionId: state.session, prompt },
  });
  const turn = { request: asked.id, isCancelled: false, isSilent: true };
  const fresh = { isAstir: false, isAfterCancel: false, calls: [], hasForgotten: false, message: null, held: null };
  return { state: { ...asked.state, ...fresh, turn }, facts: [], writes: [asked.line] };
}

const ZERO_WIDTH_SPACE = "\u200b";

/**
 * In ACP a prompt that begins with the name of one of the agent's commands is that command, and never reaches the model: "/allow-all on" may
 * be taken for a permission. An invisible character in front prevents that. Paths such as "/etc/hosts" are no commands to most agents, and
 * stay as they are.
 */
function asText(text: string, { commandSigns = "/", takesPathsForCommands = false }: Quirks): string {
  const command = takesPathsForCommands ? /^\s*(\S)/ : /^\s*(\S)\s*[^\s/]+(?:\s|$)/;
  const sign = command.exec(text)?.[1];
  return sign !== undefined && commandSigns.includes(sign) ? ZERO_WIDTH_SPACE + text : text;
}

/** The agent must still end the turn itself. A turn that it started itself ends here, because no response will end it. */
export function cancelTurn(state: AcpState): Reaction<AcpState> {
  if (!state.turn && !state.isAstir) return { state, facts: [], writes: [] };
  const cancel = rpcNotification({ method: "session/cancel", params: { sessionId: state.session } });
  const { state: without, writes } = cancelQuestions(state);
  const lines = [cancel, ...writes];
  if (!without.turn) return { ...endTurn(without, { reason: "interrupted", facts: [] }), writes: lines };
  return { state: { ...without, turn: { ...without.turn, isCancelled: true } }, facts: [], writes: lines };
}

/** In ACP only the response to a prompt ends a turn. So nothing ends a turn without a prompt, unless the agent has an extension for it. */
export function endOwnTurn(state: AcpState): Reaction<AcpState> {
  const isUntold = state.isAstir && state.turn === null && !state.tellsOwnEnds;
  return isUntold ? endTurn(state, { reason: "completed", facts: [] }) : { state, facts: [], writes: [] };
}

const reasons: Readonly<Record<string, TurnEndReason>> = {
  end_turn: "completed",
  cancelled: "interrupted",
  refusal: "refused",
  max_tokens: "limit",
  max_turn_requests: "limit",
};

export function handleAnswer({ agent, state }: Scene, result: unknown): Reaction<AcpState> {
  const said: PromptResponse = promptResponse.safeParse(result).data ?? { stopReason: "" };
  const { held } = state;
  const used = countUsage({ agent, state }, said);
  const isFailure = held !== null && said.stopReason === "end_turn" && (held.isSure || !isUsed(used.facts));
  if (isFailure) return failTurn(used.state, { code: "turn_failed", message: held.failure, facts: used.facts });
  const spoken = sayHeld(used.state);
  const reason = reasons[said.stopReason];
  const text = `the agent ended its turn with a reason that Skein does not know: ${said.stopReason.slice(0, 200)}`;
  const strange: Fact[] = reason ? [] : [{ type: "notice", data: { kind: "stop_reason", text } }];
  // The agent has given up: the model's answers were empty or malformed.
  if (reason === "completed" && spoken.state.turn?.isSilent) strange.push(withoutAWord);
  const facts = [...spoken.facts, ...used.facts, ...strange];
  return endTurn(spoken.state, { reason: reason ?? "completed", facts });
}

const withoutAWord: Fact = {
  type: "notice",
  data: { kind: "silent_turn", text: "the agent ended its turn without a message" },
};

export function handleRefusal({ agent, state }: Scene, error: RpcError): Reaction<AcpState> {
  const spoken = sayHeld(state);
  const { facts } = spoken;
  // Agents should answer "cancelled", but some answer with the error that the cancellation caused.
  if (state.turn?.isCancelled || error.code === REQUEST_CANCELLED)
    return endTurn(spoken.state, { reason: "interrupted", facts });
  const why = explainError(error);
  const hint = loginHint({ agent, state });
  if (error.code === AUTH_REQUIRED || agent.quirks?.isRefusedKey?.(error)) {
    const message = `${agent.title} is not logged in: ${why}`;
    return failTurn(spoken.state, { code: "not_logged_in", message, hint, facts });
  }
  // The HTTP status of the model's API, passed on as the error code. The agent itself still works.
  const isRefusedKey = error.code === 401;
  return failTurn(spoken.state, { code: "turn_failed", message: why, ...(isRefusedKey && { hint }), facts });
}

interface Failure {
  code: string;
  message: string;
  hint?: string;
  /** The facts before the failure. */
  facts: Fact[];
}

function failTurn(state: AcpState, { code, message, hint, facts }: Failure): Reaction<AcpState> {
  if (code === "turn_failed" && isQuota(message)) {
    const quota = quotaIn(message);
    const told: Fact[] = [...facts, { type: "quota_reached", data: quota }];
    return endTurn(state, { reason: "limit", error: quota.text, facts: told });
  }
  const error: Fact = { type: "error", data: { code, message, ...(hint === undefined ? {} : { hint }) } };
  return endTurn(state, { reason: "failed", error: message, facts: [...facts, error] });
}

interface End {
  reason: TurnEndReason;
  error?: string;
  facts: Fact[];
}

/** Calls are remembered until the next prompt, so that late updates do not begin another turn. */
export function endTurn(state: AcpState, { reason, error, facts }: End): Reaction<AcpState> {
  const end: Fact = { type: "turn_end", reason, ...(error === undefined ? {} : { error }) };
  const isAfterCancel = reason === "interrupted";
  const rest = { turn: null, isAstir: false, isAfterCancel, message: null, held: null, questions: [] };
  return { state: { ...state, ...rest }, facts: [...facts, end], writes: [] };
}
