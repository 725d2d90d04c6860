// What the work on one prompt has at hand, and what it keeps until the turn ends.
import type { Content, PromptFile } from "../protocol.ts";
import type { History } from "./history.ts";
import type { Output } from "./output.ts";

export interface Prompt {
  readonly id: string;
  readonly text: string;
  readonly files?: readonly PromptFile[];
}

export interface Answer {
  option: string;
  message: string | null;
  /** What was filled in. */
  content: Content;
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
  /** Goes on beside the turn, and after it. Null = it never ends by itself. */
  startTask(task: { title: string; ms: number | null }): void;
  /** Calls back at most once; the returned function forgets the question. */
  onAnswer(question: string, reply: (answer: Answer) => void): () => void;
  /** The oldest words that came while it works, taken away; null when there are none. */
  nextWords(): Prompt | null;
  /** Calls back once when there are some; the returned function forgets it. */
  onWords(report: () => void): () => void;
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
  /** A vendor would give no more: the turn ends here, for this reason. */
  isAtLimit: boolean;
}
