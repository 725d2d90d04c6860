// Turns one `session/update` into facts. Total: unknown kinds become notices.
import { AGENT_TITLE_LENGTH } from "../../../core/index.ts";
import type { Fact, Reaction } from "../../driver.ts";
import { unreadableLine } from "../unreadable-line.ts";
import { textOf } from "./content.ts";
import { handleChunk } from "./message.ts";
import { type SessionUpdate, sessionNotification, sessionUpdate, unreadOf } from "./protocol.ts";
import { knowOptions, tellSettings } from "./settings.ts";
import { type AcpState, type Scene, withSound } from "./state.ts";
import { handleToolCall } from "./tool-call.ts";
import { endTurn } from "./turn.ts";

export function handleUpdate(
  { agent, state }: Scene,
  { params, line }: { params: unknown; line: string },
): Reaction<AcpState> {
  const envelope = sessionNotification.safeParse(params).data;
  const update = sessionUpdate.safeParse(envelope?.update).data;
  if (!envelope || !update) return { state, facts: [unreadableLine(line)], writes: [] };
  if (state.session !== null && envelope.sessionId !== state.session) {
    return { state, facts: [unreadableLine(line, "The agent sent a message about another conversation.")], writes: [] };
  }
  if (isContent(update) && state.phase !== "ready" && !isAboutMode(agent, update)) {
    // History that is repeated while a conversation is resumed: the log has it already.
    if (state.resumes !== null) return { state, facts: [], writes: [] };
    return { state, facts: [unreadableLine(line, "The agent sent a message before it was ready.")], writes: [] };
  }
  if (state.isAfterCancel && beginsSomething(state, update)) {
    return { state, facts: [unreadableLine(line, "The agent continued after its turn was stopped.")], writes: [] };
  }
  return take({ agent, state }, update, unreadOf(envelope.update as object));
}

/** Whether an update of tool calls or the plan starts new work. Text is checked elsewhere, because it may be the agent's own and not the model's. */
function beginsSomething({ calls }: AcpState, update: SessionUpdate): boolean {
  if (update.sessionUpdate === "tool_call_update") return calls.every(({ id }) => id !== update.toolCallId);
  return update.sessionUpdate === "tool_call" || update.sessionUpdate === "plan";
}

/** An agent may report its initial mode as a message of the model. */
const isAboutMode = ({ quirks }: Scene["agent"], update: SessionUpdate): boolean =>
  update.sessionUpdate === "agent_message_chunk" && quirks?.readText?.(textOf(update.content))?.kind === "mode";

function isContent({ sessionUpdate: kind }: SessionUpdate): boolean {
  return kind.endsWith("_chunk") || kind === "tool_call" || kind === "tool_call_update" || kind === "plan";
}

function take({ agent, state }: Scene, update: SessionUpdate, unread: readonly unknown[]): Reaction<AcpState> {
  switch (update.sessionUpdate) {
    case "agent_message_chunk":
    case "agent_thought_chunk":
      return handleChunk({ agent, state }, update);
    case "tool_call":
    case "tool_call_update": {
      const speech = update.sessionUpdate === "tool_call" ? "call" : "update";
      const taken = handleToolCall({ agent, state }, { said: update, speech, unread });
      const hasBegun = taken.facts.some(({ type }) => type === "tool_call");
      const isAstir = state.isAstir || (hasBegun && state.turn === null);
      return { state: { ...taken.state, isAstir }, facts: taken.facts, writes: [] };
    }
    case "plan": {
      const entries = update.entries?.map(({ content, status }) => ({ content, status })) ?? [];
      const next = { ...withSound(state), message: null, isAstir: state.turn === null };
      return { state: next, facts: [{ type: "plan", data: { entries } }], writes: [] };
    }
    case "current_mode_update": {
      const known = { ...state.known, mode: update.currentModeId };
      return { ...tellSettings({ agent, state: { ...state, known } }), writes: [] };
    }
    case "config_option_update": {
      const known = knowOptions({ agent, state }, update.configOptions ?? []);
      return { ...tellSettings({ agent, state: known }), writes: [] };
    }
    case "session_info_update": {
      const title = update.title?.trim().slice(0, AGENT_TITLE_LENGTH);
      if (!title || title === state.title) return { state, facts: [], writes: [] };
      return { state: { ...state, title }, facts: [{ type: "renamed", data: { name: title } }], writes: [] };
    }
    case "usage_update":
      return handleUsage(state, update);
    case "notice": {
      const text = update.description ? `${update.title}: ${update.description}` : update.title;
      return notice(state, { kind: "agent", text });
    }
    case "compaction_update": {
      const why = update.error ? `: ${update.error}` : "";
      return notice(state, { kind: "compaction", text: `compaction of the conversation ${update.status}${why}` });
    }
    case "available_commands_update":
      return { state, facts: [{ type: "commands", commands: commandsIn(update.availableCommands ?? []) }], writes: [] };
    // Not logged: Skein's own prompt, and summaries for the model.
    case "user_message_chunk":
    case "compaction_summary_chunk":
      return { state, facts: [], writes: [] };
    default:
      return update satisfies never;
  }
}

const commandsIn = (
  listed: NonNullable<Extract<SessionUpdate, { availableCommands?: unknown }>["availableCommands"]>,
) =>
  listed.map(({ name, description, input }) => ({
    name,
    ...(description ? { description } : {}),
    ...(input?.hint ? { hint: input.hint } : {}),
  }));

/** The cost is the total of the conversation. How full the context is, is not logged. */
function handleUsage(
  state: AcpState,
  { cost, _meta }: Extract<SessionUpdate, { sessionUpdate: "usage_update" }>,
): Reaction<AcpState> {
  const costNow = cost?.currency === "USD" ? cost.amount : state.spent.costNow;
  const isBeforeTurns = state.phase !== "ready" && costNow !== null;
  const spent = { ...state.spent, costNow, cost: isBeforeTurns ? costNow : state.spent.cost };
  const origin = _meta?.["_claude/origin"]?.kind;
  const isOwnEnd = state.isAstir && state.turn === null && origin !== undefined && origin !== "human";
  const next = { ...state, spent, tellsOwnEnds: state.tellsOwnEnds || Boolean(origin) };
  return isOwnEnd ? endTurn(next, { reason: "completed", facts: [] }) : { state: next, facts: [], writes: [] };
}

function notice(state: AcpState, data: { kind: string; text: string }): Reaction<AcpState> {
  const fact: Fact = { type: "notice", data: { ...data, text: data.text.slice(0, 2000) } };
  return { state: { ...state, message: null }, facts: [fact], writes: [] };
}
