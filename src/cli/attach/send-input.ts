// Sends a typed line to the agent: as one of its own commands if it lists one of that name, otherwise as text, with a notice.
import { type Client, type ListedSession, ProblemError } from "../../client/index.ts";
import { type AgentCommand, commandNameIn, commandNames, listsCommand } from "../../core/index.ts";
import { meant } from "../prompt/agent-commands.ts";
import { sendPrompt } from "../prompt/send-prompt.ts";
import { safeLine } from "../text/safe-text.ts";

interface TypedInput {
  readonly text: string;
  readonly isNow: boolean;
  /** The agent's commands; null if unknown. */
  readonly commands: readonly AgentCommand[] | null;
}

/** Resolves to a notice for the person; null if the line was sent as typed. */
export async function sendInput(
  client: Client,
  session: ListedSession,
  { text, isNow, commands }: TypedInput,
): Promise<string | null> {
  const how = { text, ...(isNow ? { when: "interrupt" as const } : {}) };
  const name = commandNameIn(text);
  if (name !== null && (commands === null || listsCommand(commands, text))) {
    const isSent = await sendPrompt(client, session, { ...how, command: true }).then(() => true, notACommand);
    if (isSent) return null;
  }
  await sendPrompt(client, session, how);
  if (name === null) return null;
  const guess = meant(name, commandNames(commands ?? [])).trim();
  return `sent as text: there is no command /${safeLine(name)}${guess === "" ? "" : `; ${guess}`}`;
}

/** It is not a command, or the agent accepts none. Any other error is thrown. */
function notACommand(error: unknown): false {
  if (error instanceof ProblemError && ["command_unknown", "capability_missing"].includes(error.code)) return false;
  throw error;
}
