// What the driver must remember of a running server: small, plain JSON, committed with the facts.
import * as z from "zod";
import type { Fact, LaunchContext, Reaction } from "../driver.ts";
import { shownCall } from "../kit/questions/changed-call.ts";
import { askedSoFar, counted, numbered } from "../kit/questions/reused-question-id.ts";
import { idIn } from "../kit/run-id.ts";
import { shownOutput } from "../kit/tool-calls/repeated-output.ts";

/** Words of ours, and the message that OpenCode has made of them; null until it has. */
const sent = z.object({ id: z.string(), messageId: z.string().nullable() });

const toolCall = z.object({
  /** The agent's id. */
  id: z.string(),
  name: z.string(),
  /** A person was asked about it: their thinking is no part of its time. */
  isAsked: z.boolean(),
  /** How much of its output was passed on, and the end of that: the agent repeats it with every update. */
  shown: shownOutput,
});
export type OpenToolCall = z.infer<typeof toolCall>;

const question = z.object({
  /** The agent's id of the request. */
  id: z.string(),
  ...counted,
  kind: z.enum(["permission", "form"]),
  /** The call that it is about, where that is one of this conversation. */
  toolCall: z.string().nullable(),
  /** The call, of whichever conversation, and what it was given when it was shown. */
  about: z.object({ session: z.string(), call: z.string() }).nullable().default(null),
  shown: shownCall,
  /** Of a form: how many questions it has. */
  fields: z.number(),
});
export type Question = z.infer<typeof question>;

/** A failure as people are told of it. */
const told = z.object({ code: z.string(), message: z.string(), hint: z.string().optional() });
export type Failure = z.infer<typeof told>;

export const opencodeState = z.object({
  run: z.string(),
  cwd: z.string(),
  phase: z.enum(["opening", "ready", "failed"]),
  /** The conversation's name; null until it is open. */
  session: z.string().nullable(),
  /** The conversation to go on with, or to branch off from behind the message that is the mark. */
  source: z.object({ id: z.string(), isFork: z.boolean(), mark: z.string().nullable() }).nullable(),
  /** Our mode, and the model that people wish for; null = as it is set up. */
  mode: z.string().nullable(),
  wish: z.string().nullable(),
  /** The model that answered last. */
  model: z.string().nullable(),
  title: z.string().nullable(),
  /** Requests made so far: they make ids. */
  requests: z.number(),
  /** The prompt that the agent was given last and has not ended. */
  prompt: sent.nullable(),
  /** Words for the running turn that the model has not been given yet. */
  steered: z.array(sent),
  isInterrupting: z.boolean(),
  /** The message that the model writes, or wrote last in this turn. */
  answer: z
    .object({
      id: z.string(),
      isCompleted: z.boolean(),
      finish: z.string().nullable(),
      failure: told.nullable(),
      isAborted: z.boolean(),
    })
    .nullable(),
  /** It said that it rests while its answer was still open: it says so once more when that is closed. */
  isResting: z.boolean(),
  /** The messages of this turn that are the model's words to people. */
  messages: z.array(z.string()),
  /** The last message of this turn: from behind it a fork can begin. */
  mark: z.string().nullable(),
  /** What went wrong without an answer. */
  failure: told.nullable(),
  /** OpenCode reports such a failure twice, the second time with a stack trace and maybe only in the next turn. */
  isTraceDue: z.boolean(),
  /** The vendor gives no more: the turn is being stopped for it. */
  quota: z.object({ until: z.string().nullable(), text: z.string() }).nullable(),
  usage: z.object({ input: z.number(), output: z.number(), cost: z.number() }),
  /** The step that was counted last. */
  step: z.string().nullable(),
  /** Messages and thoughts so far: they make ids. */
  texts: z.number(),
  /** The pieces of this turn that are being spoken, or were: how much of each was passed on. */
  parts: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(["agent_message", "agent_thought"]),
      name: z.string(),
      length: z.number(),
    }),
  ),
  tools: z.array(toolCall),
  /** What running calls were given, by conversation. */
  inputs: z
    .array(z.object({ session: z.string(), call: z.string(), input: z.record(z.string(), z.unknown()) }))
    .default([]),
  questions: z.array(question),
  asked: askedSoFar,
});
export type OpencodeState = z.infer<typeof opencodeState>;
export type OpencodeReaction = Reaction<OpencodeState>;

/** Bounds of the lists: what falls out is still shown, only less well. */
export const MAX_MESSAGES = 32;
export const MAX_PARTS = 32;
export const MAX_TOOLS = 64;
export const MAX_STEERED = 100;

/** What a turn leaves behind is nobody's any more. */
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

/** Of a process that has just been started. */
export function freshState({ run, cwd, mode, model, nativeId, fork }: LaunchContext): OpencodeState {
  const forked = fork && { id: fork.nativeId, isFork: true, mark: fork.mark };
  return {
    ...{ run, cwd, phase: "opening", session: null, mode, wish: model, model: null, title: null },
    source: nativeId === null ? forked : { id: nativeId, isFork: false, mark: null },
    ...{ requests: 0, texts: 0, asked: 0, isTraceDue: false },
    ...atRest,
  };
}

/** Whether the agent has taken up the prompt: what it says before that is about something else. */
export const isWorking = ({ prompt }: OpencodeState): boolean => prompt !== null && prompt.messageId !== null;

export const stay = (state: OpencodeState, facts: Fact[] = []): OpencodeReaction => ({ state, facts, writes: [] });

export const questionId = (state: OpencodeState, { id, number }: Pick<Question, "id" | "number">): string =>
  idIn(state, numbered(id, number));

export const withQuestion = (state: OpencodeState, question: Question): OpencodeState => ({
  ...state,
  questions: [...state.questions, question],
  asked: question.number,
});
