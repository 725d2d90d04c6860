// Prompts, the queue that they wait in, and stopping what runs.
import { type Command, commandNameIn, listsCommand, passesHold, type SessionState } from "../../core/index.ts";
import { isStorageFault } from "../../log/index.ts";
import type { BodyOf } from "../../protocol/index.ts";
import type { Session } from "../../session/index.ts";
import { Refusal } from "../answer.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { filesOf } from "../prompt-files.ts";
import { promptOf, queueOf } from "../prompts.ts";
import { answerOf, idOf, refuseBeyondCapabilities, submitCommand } from "../submit-command.ts";

type Operations = "prompt" | "prompts" | "promptOutcome" | "editPrompt" | "withdrawPrompt" | "queue" | "interrupt";

export const promptHandlers = (context: DaemonContext): Pick<Handlers, Operations> => ({
  async prompt(call) {
    const { body, caller } = call;
    const session = await call.session();
    if (body.command) await caller.requirePerson("send an agent's own commands, which may change its settings");
    const command = promptIn(context, session, body);
    refuseBeyondCapabilities(context, session, command);
    const by = await caller.asSender(call.by);
    const sent = { ...idOf(call), by, command };
    const ordered = (isForPeople: typeof passesAny) =>
      session.submit({ ...sent, isForPeople: (state) => isForPeople(command, state) });
    let result = await ordered(passesAny);
    // Where the system tells of nobody, a stop keeps no person from the next word, as long as it goes before no other.
    if (result.kind === "for_people" && (await caller.find()).kind === "unknown") result = await ordered(passesOthers);
    if (result.kind !== "for_people") return answerOf(result);
    if (namesPlace(command)) {
      const isEmpty = session.state.prompt.queue.length === 0;
      await caller.requirePerson(isEmpty ? "send past a held queue" : "put a prompt before other queued ones");
      return answerOf(await session.submit(sent));
    }
    const waitsInHeldQueue = !(await caller.isPerson());
    return answerOf(await session.submit({ ...sent, command: { ...command, waitsInHeldQueue } }));
  },

  async prompts(call) {
    const { id, state } = await call.session();
    return queueOf(state, { isFollowed: context.sessions.fanOut.isFollowed(id) });
  },

  async promptOutcome(call) {
    const { id, state } = await call.session();
    const { prompt } = call.params;
    const found = await promptOf({ log: context.log, session: id }, state, prompt);
    if (!found) throw new Refusal("prompt_not_found", `There is no prompt "${prompt}" in this session.`);
    return found;
  },

  async editPrompt(call) {
    const { id: _, content, ...change } = call.body;
    const text = content ? textOf(content) : undefined;
    const command = { type: "edit_prompt", promptId: call.params.prompt, ...change, text } as const;
    return submitCommand(context, await call.session(), call, command);
  },

  async withdrawPrompt(call) {
    const command = { type: "withdraw_prompt", promptId: call.params.prompt } as const;
    return submitCommand(context, await call.session(), call, command);
  },

  async queue(call) {
    const { id: _, ...change } = call.body;
    return submitCommand(context, await call.session(), call, { type: "queue", ...change });
  },

  async interrupt(call) {
    const { turn, clear } = call.body;
    if (clear) await call.caller.requirePerson("cancel queued prompts");
    const session = await call.session();
    const endsTasks = canStopTasks(context, session);
    return submitCommand(context, session, call, {
      type: "interrupt",
      turn,
      clear,
      endsTasks,
      limits: context.limits(),
    }).catch((error) => Promise.reject(tellOfKill(error)));
  },
});

type PromptCommand = Extract<Command, { type: "prompt" }>;

function promptIn(
  context: DaemonContext,
  session: Session,
  { id, content, else: otherwise, place, ...how }: BodyOf<"prompt">,
): PromptCommand {
  const text = textOf(content);
  return {
    type: "prompt",
    promptId: id,
    text,
    files: filesOf(context, content),
    ...how,
    otherwise,
    before: place?.before,
    canSteer: canSteer(context, session),
    couldBeCommand: couldBeCommand(context, session, text),
    limits: context.limits(),
    queueLimit: queueLimit(context, session),
  };
}

/** An interrupt is said to the agent, which needs the log; ending its process does not. */
const tellOfKill = (error: unknown): unknown =>
  isStorageFault(error)
    ? new Refusal("fenced", `${error.message} Until then the agent is paused; skein kill ends its process now.`)
    : error;

/** Whether it goes before others, or past the hold of a queue in which none waits: for people, too. */
const passesAny = (command: PromptCommand, state: SessionState): boolean =>
  passesOthers(command, state) || passesHold(state, command);

const passesOthers = (command: PromptCommand, state: SessionState): boolean =>
  state.prompt.queue.length > 0 && (namesPlace(command) || passesHold(state, command));

/** Whether it asks to go before others, and not merely does where the queue is held. */
const namesPlace = ({ before, when }: PromptCommand): boolean => before !== undefined || when === "interrupt";

const textOf = (content: BodyOf<"prompt">["content"]): string =>
  content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");

/** What is said for the session's agent goes before what is said for all. */
function queueLimit({ config }: DaemonContext, { state }: Session): number {
  const { limits, agents, tools } = config();
  const { agent } = state.lifecycle;
  return agents[agent]?.queuedPrompts ?? tools[agent]?.queuedPrompts ?? limits.queuedPrompts;
}

/** Whether the agent that runs, or would be started, takes words while it works. */
function canSteer({ registry }: DaemonContext, { state }: Session): boolean {
  const driver = registry.get(state.lifecycle.agent, state.binding.run?.transport);
  return driver !== null && driver.transport !== "oneshot" && driver.capabilities.steer;
}

/** Whether the agent that runs can be asked to end what it does in the background. */
function canStopTasks({ registry }: DaemonContext, { state }: Session): boolean {
  const driver = registry.get(state.lifecycle.agent, state.binding.run?.transport);
  return driver?.capabilities.tasks === "stoppable";
}

/** Whether a text names a command that the agent has, or may have as long as it has listed none. */
function couldBeCommand({ registry }: DaemonContext, { state }: Session, text: string): boolean {
  const { commands, run } = state.binding;
  const driver = registry.get(state.lifecycle.agent, run?.transport);
  if (!driver?.capabilities.commands || commandNameIn(text) === null) return false;
  return commands === null || listsCommand(commands, text);
}
