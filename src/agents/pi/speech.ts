// The model's text and thoughts. Deltas come first; the finished block and the finished message add only what they lack.
import type { Fact } from "../driver.ts";
import { idIn } from "../kit/run-id.ts";
import type { LineOf, Message } from "./protocol.ts";
import { MAX_BLOCKS, type PiState, type Step, speaking } from "./state.ts";

type Kind = "agent_message" | "agent_thought";

/** The message names its model, which a process per prompt has not reported before. */
export function beginMessage(state: PiState, { role, provider, model }: Message): Step {
  if (role !== "assistant") return { state, facts: [] };
  const next = { ...state, messages: state.messages + 1, said: [] };
  if (provider === undefined || model === undefined) return { state: next, facts: [] };
  const answers = `${provider}/${model}`;
  return { state: { ...next, answers }, facts: answers === state.answers ? [] : [newModel(state, answers)] };
}

function newModel({ answers, nativeId }: PiState, model: string): Fact {
  if (answers === null) return { type: "bound", nativeId, provenance: "assigned", model };
  return { type: "model_changed", data: { model } };
}

const updates: Readonly<Record<string, Kind>> = {
  text_delta: "agent_message",
  text_end: "agent_message",
  thinking_delta: "agent_thought",
  thinking_end: "agent_thought",
};

/** Tool calls are not shown before they are complete. */
export function handleUpdate(state: PiState, { assistantMessageEvent: event }: LineOf<"message_update">): Step {
  const { type, contentIndex: index = 0, delta, content } = event;
  const kind = Object.hasOwn(updates, type) ? updates[type] : undefined;
  if (kind === undefined) return { state, facts: [] };
  if (delta !== undefined) return emitText(state, { kind, index, text: delta });
  return emitText(state, { kind, index, text: (content ?? "").slice(state.said[index] ?? 0) });
}

/** Text without deltas. */
export function handleWhole(state: PiState, { content }: Message): Step {
  const blocks = Array.isArray(content) ? content : [];
  let step: Step = { state, facts: [] };
  for (const [index, { type, text, thinking }] of blocks.entries()) {
    const whole = type === "text" ? text : type === "thinking" ? thinking : undefined;
    if (typeof whole !== "string") continue;
    const kind: Kind = type === "text" ? "agent_message" : "agent_thought";
    const said = emitText(step.state, { kind, index, text: whole.slice(step.state.said[index] ?? 0) });
    step = { state: said.state, facts: [...step.facts, ...said.facts] };
  }
  return step;
}

function emitText(state: PiState, { kind, index, text }: { kind: Kind; index: number; text: string }): Step {
  if (text === "" || index >= MAX_BLOCKS) return { state, facts: [] };
  const said = Array.from({ length: Math.max(state.said.length, index + 1) }, (_, at) => state.said[at] ?? 0);
  said[index] = (said[index] ?? 0) + text.length;
  const fact: Fact = { type: kind, data: { messageId: idIn(state, `m${state.messages}.${index}`), text } };
  return { state: { ...speaking(state), said }, facts: [fact] };
}
