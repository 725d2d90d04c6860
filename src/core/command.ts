// The commands of clients, and their results: events and an outcome, or a rejection.
import type { ArrangeCommand } from "./arrangement/commands.ts";
import type { EventBody } from "./event.ts";
import type { LifecycleCommand } from "./lifecycle/commands.ts";
import type { LimitCommand } from "./limit/commands.ts";
import type { AnswerCommand } from "./permission/commands.ts";
import type { PromptsCommand } from "./prompt/commands.ts";
import type { Refused } from "./rejection.ts";
import type { SettingCommand } from "./setting/commands.ts";
import type { InterruptCommand } from "./turn/commands.ts";

export type Command =
  | LifecycleCommand
  | PromptsCommand
  | InterruptCommand
  | AnswerCommand
  | LimitCommand
  | ArrangeCommand
  | SettingCommand;
export type CommandOf<T extends Command["type"]> = Extract<Command, { type: T }>;

/** The answer to the client: a state word and fields of the command. */
export type Outcome = { state: string } & Record<string, unknown>;

export type Decision = { events: EventBody[]; outcome: Outcome } | Refused;
