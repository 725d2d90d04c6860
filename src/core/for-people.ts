// The commands that only people may give: some always, others depending on their contents. Each text completes "An agent can't …".
import type { Command } from "./command.ts";

const withdrawing = "cancel queued prompts";

export const forPeople = {
  answer: "answer questions of agents",
  edit_prompt: "change queued prompts",
  withdraw_prompt: withdrawing,
  queue: "change the queue",
  set_mode: "change what an agent may do",
  set_limits: "change what an agent may use",
  prompt: ({ command }: { readonly command?: boolean | undefined }) =>
    command ? "send an agent's own commands, which may change its settings" : null,
  interrupt: ({ clear }: { readonly clear?: boolean | undefined }) => (clear ? withdrawing : null),
} as const;

/** Null if the command itself is allowed to everybody. */
export function whatIsForPeople(command: Command): string | null {
  switch (command.type) {
    case "prompt":
      return forPeople.prompt(command);
    case "interrupt":
      return forPeople.interrupt(command);
    case "answer":
    case "edit_prompt":
    case "withdraw_prompt":
    case "queue":
    case "set_mode":
    case "set_limits":
      return forPeople[command.type];
    default:
      return null;
  }
}
