// What the session's agent takes with a prompt: files, words while it works, its own commands.
import { type Agent, currentWay, nextWay, takesFile } from "../agent.ts";
import { commandNameIn, commandNames, listsCommand } from "../binding/agent-command.ts";
import { type Refused, reject } from "../rejection.ts";
import type { SessionState } from "../state.ts";
import type { PromptFile } from "./events.ts";

export function refuseFiles(agent: Agent, files: readonly PromptFile[]): Refused | null {
  const taken = nextWay(agent)?.capabilities.files;
  const refused = taken && files.find(({ mediaType }) => !takesFile(taken, mediaType));
  if (!refused) return null;
  const what = taken.length > 0 ? `accepts ${taken.join(", ")} with a prompt, and` : "accepts no files with a prompt:";
  const detail = `${agent.title} ${what} "${refused.name}" is ${refused.mediaType}; put it into the workspace and name its path instead.`;
  return reject("capability_missing", detail, { capability: "files", allowed: taken });
}

/** The agent must have listed the command. If it has listed none yet, the delivery shows whether it has it. */
export function refuseAgentCommand(state: SessionState, agent: Agent, text: string): Refused | null {
  const { commands } = state.binding;
  if (currentWay(agent, state)?.capabilities.commands === false) {
    const detail = `${agent.title} accepts no commands through Skein, only prompts.`;
    return reject("capability_missing", detail, { capability: "commands" });
  }
  const name = commandNameIn(text);
  if (name === null) return reject("command_unknown", 'A command is "/" and a name, followed by its arguments.');
  if (commands === null || listsCommand(commands, text)) return null;
  return reject("command_unknown", `${agent.title} lists no command /${name}.`, { allowed: commandNames(commands) });
}

/** Whether the agent can be steered. */
export function takesWords(state: SessionState, agent: Agent | null): boolean {
  const way = agent && currentWay(agent, state);
  return way !== null && way.transport !== "oneshot" && way.capabilities.steer;
}

/** Whether a text names a command that the agent has, or may have if it has listed none yet. */
export function namesAgentCommand(state: SessionState, agent: Agent | null, text: string): boolean {
  const { commands } = state.binding;
  const takesCommands = agent !== null && currentWay(agent, state)?.capabilities.commands === true;
  return takesCommands && commandNameIn(text) !== null && (commands === null || listsCommand(commands, text));
}
