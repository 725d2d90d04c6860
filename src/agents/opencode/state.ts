// What the driver remembers of a running server: small, plain JSON, committed with the facts.
import * as z from "zod";
import type { Fact, LaunchContext, Reaction } from "../driver.ts";
import { shownCall } from "../kit/questions/changed-call.ts";
import { askedSoFar, counted, numbered } from "../kit/questions/reused-question-id.ts";
import { idIn } from "../kit/run-id.ts";
import { shownOutput } from "../kit/tool-calls/repeated-output.ts";

/** A text from Skein, and the id of the resulting message; null until OpenCode has made it. */
const sent = z.object({ id: z.string(), messageId: z.string().nullable() });

const toolCall = z.object({
  /** The agent's id. */
  id: z.string(),
  name: z.string(),
  /** A person was asked about it: their delay does not count as its time. */
  isAsked: z.boolean(),
  /** How much of its output was reported, and the end of that: the agent repeats the output with every update. */
  shown: shownOutput,
});
export type OpenToolCall = z.infer<typeof toolCall>;

const question = z.object({
  /** The agent's id of the request. */
  id: z.string(),
  ...counted,
  kind: z.enum(["permission", "form"]),
  /** The call that it is about, if it is one of this conversation. */
  toolCall: z.string().nullable(),
  /** The call, in any conversation, and its input when it was shown. */
  about: z.object({ session: z.string(), call: z.string() }).nullable().default(null),
  shown: shownCall,
  /** The number of questions in a form. */
  fields: z.number(),
});
export type Question = z.infer<typeof question>;

/** A failure as it is reported. */
const told = z.object({ code: z.string(), message: z.string(), hint: z.string().optional() });
export type Failure = z.infer<typeof told>;

export const opencodeState = z.object({
  run: z.string(),
  cwd: z.string(),
  phase: z.enum(["opening", "ready", "failed"]),
  /** The conversation's id; null until it is open. */
  session: z.string().nullable(),
  /** The conversation to resume, or to fork after the message in the mark. */
  source: z.object({ id: z.string(), isFork: z.boolean(), mark: z.string().nullable() }).nullable(),
  /** Skein's mode, and the requested model; null = the user's setting. */
  mode: z.string().nullable(),
  wish: z.string().nullable(),
  /** The model of the last answer. */
  model: z.string().nullable(),
  title: z.string().nullable(),
  /** The number of requests so far, which makes their ids unique. */
  requests: z.number(),
  /** The last prompt that the agent was given, while it has not ended. */
  prompt: sent.nullable(),
  /** Text for the running turn that the model has not been given yet. */
  steered: z.array(sent),
  isInterrupting: z.boolean(),
  /** The current or last message of the model in this turn. */
  answer: z
    .object({
      id: z.string(),
      isCompleted: z.boolean(),
      finish: z.string().nullable(),
      failure: told.nullable(),
      isAborted: z.boolean(),
    })
    .nullable(),
  /** It reported that it is idle while its answer was still open: it will report that again. */
  isResting: z.boolean(),
  /** The messages of this turn that are the model's text for people. */
  messages: z.array(z.string()),
  /** The last message of this turn: a fork can begin after it. */
  mark: z.string().nullable(),
  /** A failure without an answer. */
  failure: told.nullable(),
  /** OpenCode reports such a failure twice, the second time with a stack trace and maybe only in the next turn. */
  isTraceDue: z.boolean(),
  /** The vendor's quota is used up: the turn is being stopped for that. */
  quota: z.object({ until: z.string().nullable(), text: z.string() }).nullable(),
  usage: z.object({ input: z.number(), output: z.number(), cost: z.number() }),
  /** The last step whose usage was counted. */
  step: z.string().nullable(),
  /** The number of messages and thoughts so far, which makes their ids unique. */
  texts: z.number(),
  /** The streamed parts of this turn, and how much of each was reported. */
  parts: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(["agent_message", "agent_thought"]),
      name: z.string(),
      length: z.number(),
    }),
  ),
  tools: z.array(toolCall),
  /** The inputs of running calls, by conversation. */
  inputs: z
    .array(z.object({ session: z.string(), call: z.string(), input: z.record(z.string(), z.unknown()) }))
    .default([]),
  questions: z.array(question),
  asked: askedSoFar,
});
export type OpencodeState = z.infer<typeof opencodeState>;
export type OpencodeReaction = Reaction<OpencodeState>;

/** Limits of the lists: what exceeds them is still shown, with less detail. */
export const MAX_MESSAGES = 32;
export const MAX_PARTS = 32;
export const MAX_TOOLS = 64;
export const MAX_STEERED = 100;

/** State that ends with a turn. */
export const atRest = {
  prompt: null,
  steered: [],
  isInterrupting: false,
  answer: null,
  isResting: false,
  messages: [],
  mark: null,
  failure: null,
  quota: null,
  usage: { input: 0, output: 0, cost: 0 },
  step: null,
  parts: [],
  tools: [],
  inputs: [],
  questions: [],
} satisfies Partial<OpencodeState>;

/** For a process that was just started. */
export function freshState({ run, cwd, mode, model, nativeId, fork }: LaunchContext): OpencodeState {
  const forked = fork && { id: fork.nativeId, isFork: true, mark: fork.mark };
  return {
    ...{ run, cwd, phase: "opening", session: null, mode, wish: model, model: null, title: null },
    source: nativeId === null ? forked : { id: nativeId, isFork: false, mark: null },
    ...{ requests: 0, texts: 0, asked: 0, isTraceDue: false },
    ...atRest,
  };
}

/** Whether the agent has accepted the prompt: earlier output is about something else. */
export const isWorking = ({ prompt }: OpencodeState): boolean => prompt !== null && prompt.messageId !== null;

export const stay = (state: OpencodeState, facts: Fact[] = []): OpencodeReaction => ({ state, facts, writes: [] });

export const questionId = (state: OpencodeState, { id, number }: Pick<Question, "id" | "number">): string =>
  idIn(state, numbered(id, number));

export const withQuestion = (state: OpencodeState, question: Question): OpencodeState => ({
  ...state,
  questions: [...state.questions, question],
  asked: question.number,
});
