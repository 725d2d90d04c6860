// The model's text and thoughts. Deltas come first, and the finished block adds only what they lack: everything for messages without deltas
// (the program's own, or a request that was repeated without streaming).
import * as z from "zod";
import type { Fact } from "../driver.ts";
import { idIn } from "../kit/run-id.ts";
import { unreadableLine } from "../kit/unreadable-line.ts";
import type { LineOf } from "./protocol.ts";
import type { ClaudeState, Step } from "./state.ts";
import { taskBehind } from "./task.ts";
import { callTool, toolUse } from "./tool-call.ts";

type Kind = "agent_message" | "agent_thought";
type Block = NonNullable<ClaudeState["block"]>;

/** One raw event of the model's stream. For a subagent only finished blocks are used. */
export function handleEvent(state: ClaudeState, { event, parent_tool_use_id }: LineOf<"stream_event">): Step {
  if (typeof parent_tool_use_id === "string") return { state, facts: [] };
  switch (event.type) {
    case "message_start":
      return { state: { ...state, message: event.message?.id ?? null, block: null }, facts: [] };
    case "content_block_start": {
      const kind = kindOf(event.content_block?.type);
      if (state.message === null || kind === null) return { state: { ...state, block: null }, facts: [] };
      return { state: withBlock(state, { message: state.message, kind }), facts: [] };
    }
    case "content_block_delta": {
      const text = event.delta?.text ?? event.delta?.thinking;
      return text === undefined || !state.block ? { state, facts: [] } : emitText(state, state.block, text);
    }
    // Ends of blocks and messages, pings, usage so far: the finished block and the result contain the same.
    default:
      return { state, facts: [] };
  }
}

function kindOf(type: string | undefined): Kind | null {
  if (type === "text") return "agent_message";
  return type === "thinking" ? "agent_thought" : null;
}

function withBlock(
  state: ClaudeState,
  { message, kind }: { message: string; kind: Kind },
): ClaudeState & { block: Block } {
  const texts = state.texts + 1;
  return { ...state, texts, block: { message, kind, id: idIn(state, `m${texts}`), length: 0 } };
}

function emitText(state: ClaudeState, block: Block, text: string): Step {
  if (text === "") return { state, facts: [] };
  return {
    state: { ...state, block: { ...block, length: block.length + text.length } },
    facts: [{ type: block.kind, data: { messageId: block.id, text } }],
  };
}

/** The finished blocks of a line. */
export function handleMessage(state: ClaudeState, line: LineOf<"assistant">): Step {
  // The program's message about a failed request: the end of the turn reports it as an error.
  if (line.error !== undefined) return { state: { ...state, failure: line.error }, facts: [] };
  let step: Step = { state, facts: [] };
  for (const block of line.message.content) {
    const { state: next, facts } = handleBlock(step.state, block, line);
    step = { state: next, facts: [...step.facts, ...facts] };
  }
  return step;
}

const text = z.object({ type: z.literal("text"), text: z.string() });
const thinking = z.object({ type: z.literal("thinking"), thinking: z.string() });

type RawBlock = LineOf<"assistant">["message"]["content"][number];

function handleBlock(state: ClaudeState, block: RawBlock, line: LineOf<"assistant">): Step {
  const call = toolUse.safeParse(block);
  if (call.success) {
    const { id, name, input } = call.data;
    const task = taskBehind(state, { agent: line.agent_id, call: line.parent_tool_use_id });
    return callTool(state, { id, name, input, status: "running", startedAt: line.timestamp ?? null, task });
  }
  const said = text.safeParse(block).data?.text;
  const thought = thinking.safeParse(block).data?.thinking;
  const whole = said ?? thought;
  if (whole === undefined) return { state, facts: isHidden(block.type) ? [] : [unreadableLine(JSON.stringify(block))] };
  const kind: Kind = said === undefined ? "agent_thought" : "agent_message";
  const { parent_tool_use_id: parent } = line;
  if (typeof parent === "string")
    return { state, facts: kind === "agent_message" ? ofSubagent(state, parent, whole) : [] };
  if (state.block?.message === line.message.id && state.block.kind === kind) {
    return emitText(state, state.block, whole.slice(state.block.length));
  }
  if (whole === "") return { state, facts: [] };
  const next = withBlock(state, { message: line.message.id, kind });
  const spoken = emitText(next, next.block, whole);
  // Another block of the same message must not be taken for the rest of this one.
  return { ...spoken, state: { ...spoken.state, block: null } };
}

/** Hidden thoughts, and tools that run at the vendor: the model's text mentions them. */
const isHidden = (type: string): boolean =>
  type === "redacted_thinking" || type === "server_tool_use" || type.endsWith("_tool_result");

/** A subagent's text belongs to its call. Its thoughts are not shown. */
const ofSubagent = (state: ClaudeState, parent: string, text: string): Fact[] =>
  text === "" ? [] : [{ type: "tool_call_update", data: { toolCallId: idIn(state, parent), output: `${text}\n` } }];
