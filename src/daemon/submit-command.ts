// A command on a session: what its agent can't honour is refused, the rest is decided and recorded by the session.
import {
  type Command,
  commandNameIn,
  commandNames,
  isModeSet,
  listsCommand,
  type QueuedPrompt,
} from "../core/index.ts";
import type { BodyOf, CommandAnswer, CommandName } from "../protocol/index.ts";
import type { Result, Session } from "../session/index.ts";
import { Refusal, refuse } from "./answer.ts";
import type { DaemonContext } from "./context.ts";
import type { Call } from "./http/call.ts";
import { refuseFiles } from "./prompt-files.ts";

/** What of a request makes a command that can be repeated. */
export type Sent = Pick<Call<CommandName>, "by" | "bodyHash"> & { readonly body: BodyOf<CommandName> };

export const idOf = ({ body, bodyHash, by }: Sent): { id: string; bodyHash: string; by: Sent["by"] } => ({
  id: body.id,
  bodyHash,
  by,
});

export async function submitCommand(
  context: DaemonContext,
  session: Session,
  sent: Sent,
  command: Command,
): Promise<CommandAnswer> {
  refuseBeyondCapabilities(context, session, command);
  return answerOf(await session.submit({ ...idOf(sent), command }));
}

const ONLY_IN_MEMORY =
  " (it could not be noted elsewhere either: if the daemon ends first, the kill may be forgotten and queued prompts go to the agent)";

export function answerOf(result: Result): CommandAnswer {
  if (result.kind === "rejected") throw refuse(result.rejection);
  if (result.kind === "id_reused")
    throw new Refusal("id_reused", "This id was used for another command; use a new one.");
  if (result.kind === "for_people") throw new Refusal("self_approval", "A person must do this.");
  if (result.kind === "unrecorded")
    throw new Refusal(
      "fenced",
      `The agent's process was ended. This will be recorded as soon as the log can be written${result.isNoted ? "" : ONLY_IN_MEMORY}: ${result.cause.message}`,
      { ended: { left: result.left } },
    );
  return { ...result.answer, ...(result.isReplay ? { replayed: true } : {}) } as CommandAnswer;
}

/** What the agent can't honour is refused when it is asked for, with what it can. */
export function refuseBeyondCapabilities({ registry }: DaemonContext, session: Session, command: Command): void {
  const driver = registry.get(session.state.lifecycle.agent);
  if (!driver) return;
  const { modes, models } = driver.capabilities;
  if (command.type === "prompt") refuseFiles(driver, command.files ?? []);
  refuseCommand({ registry, session }, command);
  const allowed = Object.keys(modes);
  const isTakenBack = command.type === "set_mode" && command.mode === null && isModeSet(session.state);
  if (isTakenBack && allowed.length > 0 && !driver.forgetsMode)
    throw new Refusal(
      "mode_unsupported",
      `${driver.title} can't return to its own default once a mode is set; set another one: ${allowed.join(", ")}.`,
      { allowed },
    );
  if (command.type === "set_mode" && command.mode !== null && !Object.hasOwn(modes, command.mode)) {
    const known = allowed.length > 0 ? `it has: ${allowed.join(", ")}` : "it has no modes that can be set";
    throw new Refusal("mode_unsupported", `${driver.title} has no mode "${command.mode}"; ${known}.`, {
      allowed,
    });
  }
  if (command.type === "set_model" && !models) {
    throw new Refusal("capability_missing", `${driver.title} has no models that can be set.`, { capability: "models" });
  }
}

/** A command of the agent's own must be one that it has listed; as long as it has listed none, its delivery tells. */
function refuseCommand(
  { registry, session }: Pick<DaemonContext, "registry"> & { session: Session },
  command: Command,
): void {
  const { lifecycle, binding, prompt } = session.state;
  const text = commandTextIn(command, prompt.queue);
  if (text === null) return;
  const driver = registry.get(lifecycle.agent, binding.run?.transport);
  if (driver && !driver.capabilities.commands)
    throw new Refusal("capability_missing", `${driver.title} takes no commands through Skein, only prompts.`, {
      capability: "commands",
    });
  const name = commandNameIn(text);
  if (name === null) throw new Refusal("command_unknown", 'A command is "/" and a name, followed by its arguments.');
  if (binding.commands === null || listsCommand(binding.commands, text)) return;
  throw new Refusal("command_unknown", `${driver?.title ?? lifecycle.agent} lists no command /${name}.`, {
    allowed: commandNames(binding.commands),
  });
}

/** What would go to the agent as a command; null when nothing would. */
function commandTextIn(command: Command, queue: readonly QueuedPrompt[]): string | null {
  if (command.type === "prompt") return command.command ? command.text : null;
  if (command.type !== "edit_prompt" || command.text === undefined) return null;
  const edited = queue.find(({ promptId }) => promptId === command.promptId);
  return edited?.command ? command.text : null;
}
