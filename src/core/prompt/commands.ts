import type { Limits } from "../limit/state.ts";
import type { PromptFile } from "./events.ts";

export interface PromptCommand {
  type: "prompt";
  promptId: string;
  text: string;
  files?: readonly PromptFile[] | undefined;
  /** A command of the agent's own: its text begins with the command's name. */
  command?: boolean | undefined;
  /** It could have been a command of the agent's own, and goes as a text: its sender is told. */
  couldBeCommand?: boolean | undefined;
  /** `interrupt` stops the running turn and goes first; `steer` goes into it where the agent can take that. */
  when?: "queue" | "steer" | "interrupt" | undefined;
  /** What to do when steering is not possible, now or at the moment of the delivery. */
  otherwise?: "queue" | "reject" | undefined;
  /** Only if this turn is the one that runs. */
  expectTurn?: string | undefined;
  before?: string | null | undefined;
  notBefore?: string | undefined;
  after?: string | undefined;
  held?: boolean | undefined;
  /** No word to go on: where the queue, or a prompt in it, is held it waits there with the others, and what is held stays so. */
  waitsInHeldQueue?: boolean | undefined;
  /** What the config allows; what was set for the session goes before it. */
  limits?: Limits | undefined;
  /** How many prompts may wait here, at most `QUEUE_LIMIT`; with 0 only what goes at once is taken. */
  queueLimit?: number | undefined;
  /** Whether the agent takes words while it works. */
  canSteer?: boolean | undefined;
}

export interface EditPromptCommand {
  type: "edit_prompt";
  promptId: string;
  text?: string | undefined;
  /** The prompt to go before; `null` = to the end. */
  before?: string | null | undefined;
  notBefore?: string | null | undefined;
  after?: string | null | undefined;
  held?: boolean | undefined;
}

export interface WithdrawPromptCommand {
  type: "withdraw_prompt";
  promptId: string;
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
