// Turns the demo agent's lines into facts. Total: a line without meaning becomes a notice.
import * as z from "zod";
import type { DeliveredAnswer, Fact, OpenQuestion, Reaction } from "../driver.ts";
import { rejectionAmong } from "../kit/questions/question-limits.ts";
import { askedSoFar, counted, numbered, printOf, refuseBoth } from "../kit/questions/reused-question-id.ts";
import { shownData } from "../kit/questions/shown.ts";
import { idIn } from "../kit/run-id.ts";
import { unreadableLine } from "../kit/unreadable-line.ts";
import { type AgentLine, type AgentMessage, parseAgentLine } from "./protocol.ts";

const question = z.union([
  z.object({
    ...{ id: z.string(), ...counted },
    /** The call that it is about, how many times that was reported since, and the option that denies. */
    call: z.string().nullable().default(null),
    retold: z.number().default(0),
    no: z.string().default(""),
  }),
  // From a version that kept only the agent's ids.
  z.string().transform((id) => ({ id, number: 0, print: "", call: null, retold: 0, no: "" })),
]);
type Question = z.infer<typeof question>;

export const demoState = z.object({
  run: z.string(),
  /** The prompt that the agent works on. */
  prompt: z.string().nullable(),
  /** Text for the running turn that the agent has not read yet. */
  steered: z.array(z.string()).default([]),
  /** The open questions. */
  questions: z.array(question),
  asked: askedSoFar,
  /** The number of its background tasks. */
  tasks: z.number().default(0),
});
export type DemoState = z.infer<typeof demoState>;

export const MAX_STEERED = 100;

export const toLine = (message: AgentMessage): string => JSON.stringify(message);

const questionId = (state: DemoState, { id, number }: Question): string => idIn(state, numbered(id, number));

export const openQuestions = (state: DemoState): OpenQuestion[] =>
  state.questions.map((question) => ({
    id: questionId(state, question),
    call: { shown: "0", now: String(question.retold), no: question.no },
  }));

/** The agent reports a call once: a second report while its question is open means another call. */
const withCall = (state: DemoState, call: string): DemoState => ({
  ...state,
  questions: state.questions.map((one) => (one.call === call ? { ...one, retold: one.retold + 1 } : one)),
});

export function readLine(state: DemoState, text: string): Reaction<DemoState> {
  const line = parseAgentLine(text);
  if (line === null) return { state, facts: [unreadableLine(text)], writes: [] };
  switch (line.type) {
    case "ask":
      return handleQuestion(state, line);
    case "done":
    case "failed":
      if (line.prompt !== state.prompt) {
        return { state, facts: [unreadableLine(text, "The agent ended a turn that was not running.")], writes: [] };
      }
      return { ...handleEnd(state, line), writes: [] };
    case "task_start":
      return { state: { ...state, tasks: state.tasks + 1 }, facts: [factOf(state, line)], writes: [] };
    case "task_end":
      return { state: { ...state, tasks: Math.max(0, state.tasks - 1) }, facts: [factOf(state, line)], writes: [] };
    case "tool_start":
      return { state: withCall(state, line.call), facts: [factOf(state, line)], writes: [] };
    case "heard":
      return {
        state: { ...state, steered: withoutHeard(state, line.prompt) },
        facts: state.steered.includes(line.prompt) ? [{ type: "steer_taken", promptId: line.prompt }] : [],
        writes: [],
      };
    default:
      return { state, facts: [factOf(state, line)], writes: [] };
  }
}

type LineOf<T extends AgentLine["type"]> = Extract<AgentLine, { type: T }>;

function handleQuestion(state: DemoState, line: LineOf<"ask">): Reaction<DemoState> {
  const print = printOf(line);
  const open = state.questions.find(({ id }) => id === line.question);
  if (open?.print === print) return { state, facts: [], writes: [] };
  if (open) {
    const permission = questionId(state, open);
    const option = rejectionAmong(line.options);
    return refuseBoth(permission, answer(state, { permission, option, message: null }));
  }
  const question: Question = {
    ...{ id: line.question, number: state.asked + 1, print },
    ...{ call: line.call ?? null, retold: 0, no: rejectionAmong(line.options) },
  };
  return {
    state: { ...state, questions: [...state.questions, question], asked: question.number },
    facts: [asked(state, line, question)],
    writes: [],
  };
}

export function answer(
  state: DemoState,
  { permission, option, message, content }: DeliveredAnswer,
): Reaction<DemoState> {
  const question = state.questions.find((one) => questionId(state, one) === permission);
  if (question === undefined) return { state, facts: [], writes: [] };
  const line: AgentMessage = {
    ...{ type: "answer", id: question.id, option },
    ...(message === null ? {} : { message }),
    ...(content ? { content } : {}),
  };
  const questions = state.questions.filter((one) => one !== question);
  return { state: { ...state, questions }, facts: [], writes: [toLine(line)] };
}

const withoutHeard = ({ steered }: DemoState, prompt: string): string[] => steered.filter((one) => one !== prompt);

type End = LineOf<"done" | "failed">;

/** Text that came too late to be read continues the turn: the agent does that by itself. */
function handleEnd(state: DemoState, line: End): { state: DemoState; facts: Fact[] } {
  const [unheard, ...later] = withoutHeard(state, line.prompt);
  const isInterrupted = line.type === "done" && line.reason === "interrupted";
  const rest = { ...state, questions: [] };
  if (unheard === undefined || isInterrupted)
    return { state: { ...rest, prompt: null, steered: [] }, facts: [endOf(line)] };
  const facts: Fact[] =
    line.type === "failed" ? [{ type: "error", data: { code: "turn_failed", message: line.message } }] : [];
  return { state: { ...rest, prompt: unheard, steered: later }, facts };
}

function endOf(line: End): Fact {
  const mark = line.entries === undefined ? {} : { mark: String(line.entries) };
  if (line.type === "failed") return { type: "turn_end", reason: "failed", error: line.message, ...mark };
  return { type: "turn_end", reason: line.reason, ...mark };
}

function asked(state: DemoState, line: LineOf<"ask">, question: Question): Fact {
  const { title, detail, notes = [], options, call, request, form } = line;
  return {
    type: "permission",
    data: {
      ...{ id: questionId(state, question), state: "asked", title, ...shownData({ detail, notes }), options },
      ...(call === undefined ? {} : { toolCallId: idIn(state, call) }),
      ...(request ? { request: { ...request, tool: null } } : {}),
      ...(form ? { form } : {}),
    },
  };
}

function factOf(state: DemoState, line: Exclude<AgentLine, LineOf<"ask" | "heard"> | End>): Fact {
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
      const took = durationMs === undefined ? {} : { durationMs };
      return { type: "tool_call_update", data: { toolCallId: idIn(state, line.call), status, ...took } };
    }
    case "file_read":
      return { type: "file_read", data: { path: line.path, toolCallId: idIn(state, line.call) } };
    case "file_write":
      return { type: "file_write", data: { path: line.path, toolCallId: idIn(state, line.call), bytes: line.bytes } };
    case "task_start":
      return { type: "task_start", data: { taskId: idIn(state, line.task), kind: "other", title: line.title } };
    case "task_end":
      return { type: "task_end", taskId: idIn(state, line.task), outcome: line.outcome };
    case "usage":
      return { type: "usage", inputTokens: line.inputTokens, outputTokens: line.outputTokens, costUsd: line.costUsd };
    case "quota":
      return { type: "quota_reached", data: { until: line.until, text: line.text } };
    case "error":
      return { type: "error", data: { code: line.code, message: line.message } };
    default:
      return line satisfies never;
  }
}
