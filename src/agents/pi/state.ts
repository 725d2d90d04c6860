// What the driver remembers of a running process: small, plain JSON, committed with the facts.
import * as z from "zod";
import type { Step as LineStep } from "../driver.ts";
import { shownCall } from "../kit/questions/changed-call.ts";
import { askedSoFar, counted, numbered } from "../kit/questions/reused-question-id.ts";
import { idIn } from "../kit/run-id.ts";
import { shownOutput } from "../kit/tool-calls/repeated-output.ts";

const toolCall = z.object({
  /** The agent's id. */
  id: z.string(),
  /** A fingerprint of what it would do; empty = from a version that did not keep it. */
  said: z.string().default(""),
  /** Whether it reads or writes which file, and the file's resulting size. */
  file: z.object({ kind: z.enum(["read", "edit"]), path: z.string(), bytes: z.number().nullable() }).nullable(),
  /** How much of its output was reported, and the end of that: the agent repeats the output with every update. */
  shown: shownOutput,
});
export type OpenToolCall = z.infer<typeof toolCall>;

const question = z.object({
  /** The agent's id. */
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
  /** The conversation's id: a new one from Skein, or the one to resume. */
  nativeId: z.string(),
  /** The conversation that is resumed or forked; null for a new one. */
  resumes: z.string().nullable(),
  /** The position of the fork, until it was reached. */
  place: z.string().nullable(),
  /** Dead = it has reported that it can't start. */
  phase: z.enum(["starting", "ready", "dead"]),
  mode: z.string().nullable(),
  /** The pending command that sets the mode. */
  settling: z.string().nullable().default(null),
  /** As requested, and as the agent names the one that answers. */
  model: z.string().nullable(),
  answers: z.string().nullable(),
  /** The number of commands so far, which makes their ids unique. */
  commands: z.number(),
  /** The last prompt that the agent was given, while it has not ended. */
  prompt: z.string().nullable(),
  /** Prompts and steered text that the agent has not confirmed yet, by their commands. */
  unconfirmed: z.array(z.string()),
  /** The agent has started to work since it was given the prompt. */
  hasBegun: z.boolean(),
  /** Text was steered into the turn: some of it may still wait in the agent. */
  hasSteered: z.boolean(),
  isInterrupting: z.boolean(),
  /** The model's last answer was interrupted. */
  isStopped: z.boolean(),
  /** The agent works without a prompt: it has sent text, and later marked the end. */
  ownTurn: z.enum(["none", "speaking", "ending"]),
  /** The agent's id of the newest end of a turn, where a fork can begin. */
  mark: z.string().nullable(),
  /** The model's last answer, if it failed. */
  failure: z.string().nullable(),
  spent: z.object({ inputTokens: z.number(), outputTokens: z.number(), costUsd: z.number() }),
  /** The number of messages so far, which makes their ids unique. */
  messages: z.number(),
  /** For each block of the message that is being streamed: how much was reported. */
  said: z.array(z.number()),
  tools: z.array(toolCall),
  questions: z.array(question),
  asked: askedSoFar,
});
export type PiState = z.infer<typeof piState>;

export type Step = LineStep<PiState>;

export const nothingSpent = { inputTokens: 0, outputTokens: 0, costUsd: 0 };

/** Limits of the lists: what exceeds them is still shown, with less detail. */
export const MAX_TOOLS = 64;
export const MAX_UNCONFIRMED = 100;
export const MAX_BLOCKS = 1000;

export const questionId = (state: PiState, { request, number }: Pick<Question, "request" | "number">): string =>
  idIn(state, numbered(request, number));

/** The agent is active; without a prompt, that starts a turn of its own. */
export const speaking = (state: PiState): PiState =>
  state.prompt === null && state.ownTurn === "none" ? { ...state, ownTurn: "speaking" } : state;

/** A command's id contains its purpose: no list of pending commands is needed. */
export function nextId(state: PiState, kind: string): { state: PiState; id: string } {
  const commands = state.commands + 1;
  return { state: { ...state, commands }, id: `${kind}-${commands}` };
}
