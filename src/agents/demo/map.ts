// From the demo agent's lines to facts. Total: a line without meaning becomes a notice.
import * as z from "zod";
import type { Fact, Reaction } from "../driver.ts";
import { unreadableLine } from "../unreadable-line.ts";
import { type AgentLine, parseAgentLine } from "./protocol.ts";

export const demoState = z.object({
  run: z.string(),
  /** The prompt that the agent works on. */
  prompt: z.string().nullable(),
  /** The agent's own ids of the questions that wait for an answer. */
  questions: z.array(z.string()),
});
export type DemoState = z.infer<typeof demoState>;

/** The agent asks one thing at a time; more than this is not remembered. It bounds the state's size. */
const MAX_QUESTIONS = 16;

/** The agent counts from 1 in every process; with the run in front its ids are unique in the session. */
export const idIn = (state: DemoState, id: string): string => `${state.run}-${id}`;

export function readLine(state: DemoState, text: string): Reaction<DemoState> {
  const line = parseAgentLine(text);
  if (line === null) return { state, facts: [unreadableLine(text)], writes: [] };
  switch (line.type) {
    case "ask":
      return {
        state: { ...state, questions: withQuestion(state, line.question) },
        facts: [asked(state, line)],
        writes: [],
      };
    case "done":
    case "failed":
      if (line.prompt !== state.prompt) {
        return { state, facts: [unreadableLine(text, "The agent ended a turn that was not running.")], writes: [] };
      }
      return { state: { ...state, prompt: null, questions: [] }, facts: [endOf(line)], writes: [] };
    default:
      return { state, facts: [factOf(state, line)], writes: [] };
  }
}

const withQuestion = (state: DemoState, question: string): string[] =>
  [...state.questions.filter((one) => one !== question), question].slice(-MAX_QUESTIONS);

type LineOf<T extends AgentLine["type"]> = Extract<AgentLine, { type: T }>;

const endOf = (line: LineOf<"done" | "failed">): Fact =>
  line.type === "done"
    ? { type: "turn_end", reason: line.reason }
    : { type: "turn_end", reason: "failed", error: line.message };

function asked(state: DemoState, line: LineOf<"ask">): Fact {
  const { title, detail, options } = line;
  const [id, toolCallId] = [idIn(state, line.question), idIn(state, line.call)];
  return { type: "permission", data: { id, state: "asked", title, detail, toolCallId, options } };
}

function factOf(state: DemoState, line: Exclude<AgentLine, LineOf<"ask" | "done" | "failed">>): Fact {
  switch (line.type) {
    case "ready":
      return { type: "bound", nativeId: line.nativeId, provenance: "assigned", model: line.model };
    case "text":
      return { type: "agent_message", data: { messageId: idIn(state, line.message), text: line.text } };
    case "thought":
      return { type: "agent_thought", data: { messageId: idIn(state, line.message), text: line.text } };
    case "plan":
      return { type: "plan", data: { entries: line.entries } };
    case "tool_start": {
      const { title, kind, status, input } = line;
      return { type: "tool_call", data: { toolCallId: idIn(state, line.call), title, kind, status, input } };
    }
    case "tool_running":
      return { type: "tool_call_update", data: { toolCallId: idIn(state, line.call), status: "running" } };
    case "tool_output":
      return { type: "tool_call_update", data: { toolCallId: idIn(state, line.call), output: line.output } };
    case "tool_end": {
      const { status, durationMs } = line;
      return { type: "tool_call_update", data: { toolCallId: idIn(state, line.call), status, durationMs } };
    }
    case "file_read":
      return { type: "file_read", data: { path: line.path, toolCallId: idIn(state, line.call) } };
    case "file_write":
      return { type: "file_write", data: { path: line.path, toolCallId: idIn(state, line.call), bytes: line.bytes } };
    case "usage":
      return { type: "usage", inputTokens: line.inputTokens, outputTokens: line.outputTokens, costUsd: line.costUsd };
    case "error":
      return { type: "error", data: { code: line.code, message: line.message } };
    default:
      return line satisfies never;
  }
}
