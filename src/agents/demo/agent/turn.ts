// What the work on one prompt has at hand, and what it keeps until the turn ends.
import type { History } from "./history.ts";
import type { Output } from "./output.ts";

export interface Prompt {
  readonly id: string;
  readonly text: string;
}

export interface Answer {
  option: string;
  message: string | null;
}

export interface Usage {
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
}

export interface TurnContext {
  readonly output: Output;
  readonly history: History;
  /** Aborted when the person interrupts: everything that waits must watch it. */
  readonly signal: AbortSignal;
  /** Unique in this process: m1, m2, c1 … */
  newId(kind: "m" | "c" | "q"): string;
  /** Calls back at most once; the returned function forgets the question. */
  onAnswer(question: string, reply: (answer: Answer) => void): () => void;
  exit(code: number): never;
}

export interface Turn extends TurnContext {
  readonly prompt: Prompt;
  /** What it was asked before this prompt. */
  readonly earlier: readonly string[];
  paceMs: number;
  saidCharacters: number;
  /** Reported instead of the counted numbers. */
  usage: Usage | null;
  plan: readonly string[];
}
