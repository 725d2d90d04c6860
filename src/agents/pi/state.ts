// What the driver must remember of a running process: small, plain JSON, committed with the facts.
import * as z from "zod";
import type { Step as LineStep } from "../driver.ts";
import { shownCall } from "../kit/questions/changed-call.ts";
import { askedSoFar, counted, numbered } from "../kit/questions/reused-question-id.ts";
import { idIn } from "../kit/run-id.ts";
import { shownOutput } from "../kit/tool-calls/repeated-output.ts";

const toolCall = z.object({
  /** The agent's id. */
  id: z.string(),
  /** By which what it would do is known; empty = of a version that did not keep it. */
  said: z.string().default(""),
  /** What it does to which file, and how many bytes that will have. */
  file: z.object({ kind: z.enum(["read", "edit"]), path: z.string(), bytes: z.number().nullable() }).nullable(),
  /** How much of its output was passed on, and how that ended: the agent repeats the whole with every update. */
  shown: shownOutput,
});
export type OpenToolCall = z.infer<typeof toolCall>;

const question = z.object({
  /** The agent's. */
  request: z.string(),
  ...counted,
  /** The tool call that it is about; null for a dialog of another extension. */
  toolCall: z.string().nullable(),
  shown: shownCall,
  method: z.string(),
});
export type Question = z.infer<typeof question>;

export const piState = z.object({
  run: z.string(),
  cwd: z.string(),
  home: z.string().nullable(),
  transport: z.enum(["stream", "oneshot"]),
  /** The conversation's name: ours, or the one to go on with. */
  nativeId: z.string(),
  /** The conversation that it goes on with, or that its own branches off from; null for one that is new. */
  resumes: z.string().nullable(),
  /** Where a fork begins, as long as it has not got there. */
  place: z.string().nullable(),
  /** Dead = it has said that it can't start. */
  phase: z.enum(["starting", "ready", "dead"]),
  mode: z.string().nullable(),
  /** The command of a mode that it has not answered yet. */
  settling: z.string().nullable().default(null),
  /** As it was wished for, and as the agent calls the one that answers. */
  model: z.string().nullable(),
  answers: z.string().nullable(),
  /** Commands so far: they make ids. */
  commands: z.number(),
  /** The prompt that the agent was given last and has not ended. */
  prompt: z.string().nullable(),
  /** Prompts and words whose receipt the agent has not confirmed yet, by their commands. */
  unconfirmed: z.array(z.string()),
  /** The agent has begun to work since it was given the prompt. */
  hasBegun: z.boolean(),
  /** Words went into the turn: some may still wait in the agent. */
  hasSteered: z.boolean(),
  isInterrupting: z.boolean(),
  /** Somebody has stopped the model in its last answer. */
  isStopped: z.boolean(),
  /** It does something that nobody asked for: it has spoken, and then it has marked the end. */
  ownTurn: z.enum(["none", "speaking", "ending"]),
  /** The newest end of a turn, by the agent's name for that place: a fork can begin there. */
  mark: z.string().nullable(),
  /** The last answer of the model, where it was no good one. */
  failure: z.string().nullable(),
  spent: z.object({ inputTokens: z.number(), outputTokens: z.number(), costUsd: z.number() }),
  /** Messages of the model so far: they make ids. */
  messages: z.number(),
  /** Of each block of the message that is being streamed: how much was passed on. */
  said: z.array(z.number()),
  tools: z.array(toolCall),
  questions: z.array(question),
  asked: askedSoFar,
});
export type PiState = z.infer<typeof piState>;

export type Step = LineStep<PiState>;

export const nothingSpent = { inputTokens: 0, outputTokens: 0, costUsd: 0 };

/** Bounds of the lists: what falls out is still shown, only less well. */
export const MAX_TOOLS = 64;
export const MAX_UNCONFIRMED = 100;
export const MAX_BLOCKS = 1000;

export const questionId = (state: PiState, { request, number }: Pick<Question, "request" | "number">): string =>
  idIn(state, numbered(request, number));

/** It says or does something; where nobody asked, that is a turn of its own. */
export const speaking = (state: PiState): PiState =>
  state.prompt === null && state.ownTurn === "none" ? { ...state, ownTurn: "speaking" } : state;

/** A command's id says what was asked: no list of open commands is needed. */
export function nextId(state: PiState, kind: string): { state: PiState; id: string } {
  const commands = state.commands + 1;
  return { state: { ...state, commands }, id: `${kind}-${commands}` };
}
