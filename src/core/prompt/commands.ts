import type { PromptFile } from "./events.ts";

export interface PromptCommand {
  type: "prompt";
  promptId: string;
  text: string;
  files?: readonly PromptFile[] | undefined;
  /** One of the agent's own commands: its text begins with the command's name. */
  command?: boolean | undefined;
  /** `interrupt` stops the running turn and goes first; `steer` adds to it if the agent supports that. */
  when?: "queue" | "steer" | "interrupt" | undefined;
  /** What to do if steering is not possible, now or at delivery. */
  otherwise?: "queue" | "reject" | undefined;
  /** Only if this turn is the one that runs. */
  expectTurn?: string | undefined;
  before?: string | null | undefined;
  notBefore?: string | undefined;
  after?: string | undefined;
  held?: boolean | undefined;
}

export interface EditPromptCommand {
  type: "edit_prompt";
  promptId: string;
  text?: string | undefined;
  /** The prompt to insert before; `null` = at the end. */
  before?: string | null | undefined;
  notBefore?: string | null | undefined;
  after?: string | null | undefined;
  held?: boolean | undefined;
  /** The newest event about it that the person has seen: a later change is not lost. */
  expectSeq?: number | undefined;
}

export interface WithdrawPromptCommand {
  type: "withdraw_prompt";
  promptId: string;
  expectSeq?: number | undefined;
}

export interface QueueCommand {
  type: "queue";
  paused?: boolean | undefined;
  /** The whole queue in its new order. */
  order?: readonly string[] | undefined;
  clear?: boolean | undefined;
  /** With `clear`: only these. */
  prompts?: readonly string[] | undefined;
}

export type PromptsCommand = PromptCommand | EditPromptCommand | WithdrawPromptCommand | QueueCommand;
