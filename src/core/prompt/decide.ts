import { senderOf } from "../caller.ts";
import type { CommandOf, Decision } from "../command.ts";
import type { DecisionContext } from "../decision-context.ts";
import type { By, DataOf, EventBody } from "../event.ts";
import type { SessionState } from "../state.ts";
import { namesAgentCommand } from "./agent-takes.ts";
import { reopening } from "./decide-waiting.ts";
import { courseOf, refusePrompt } from "./refuse-prompt.ts";

/** Accepts a prompt into the queue; on an ended session it opens the session again. */
export function decidePrompt(state: SessionState, command: CommandOf<"prompt">, context: DecisionContext): Decision {
  const { prompt, turn } = state;
  const { promptId, text, files, when = "queue", otherwise = "queue", notBefore, held } = command;
  const course = courseOf(state, command, context);
  const refusal = refusePrompt(state, command, context, course);
  if (refusal) return refusal;
  // An agent's prompt is an agent's: rules for turns that people begin don't apply to it.
  const by = senderOf(context.caller, context.by);
  const { waits, steers } = course;
  // Releasing the queue must release it too: it is held like those before it.
  const isHeld = held === true || (waits && !prompt.paused);
  const interrupts = when === "interrupt" && turn.open !== null;
  const before = when === "interrupt" ? null : command.before;
  const data: DataOf<"prompt_queued"> = {
    promptId,
    text,
    ...(files && files.length > 0 ? { files: [...files] } : {}),
    ...(command.command ? { command: true } : {}),
    ...(before === undefined ? {} : { before }),
    ...(notBefore === undefined ? {} : { notBefore }),
    ...(command.after === undefined ? {} : { after: command.after }),
    ...(isHeld ? { held: true } : {}),
    ...(isHeld && !held ? { heldWithQueue: true } : {}),
    ...(steers && turn.open
      ? { steer: { turn: turn.open.turn, otherwise: otherwise === "reject" ? "withdraw" : "queue" } }
      : {}),
  };
  const queue = prompt.queue.map((one) => one.promptId);
  const place = before === undefined ? queue.length : before === null ? 0 : queue.indexOf(before);
  const couldBeCommand = namesAgentCommand(state, context.agent, text);
  return {
    events: [
      ...reopening(state, by),
      ...(waits ? [] : holding(state, data, by)),
      ...(interrupts ? interrupting(state, by) : []),
      { type: "prompt_queued", by, data },
      ...(waits && prompt.paused ? [{ type: "queue_paused" as const, by, data: { paused: true } }] : []),
    ],
    outcome: {
      state: "queued",
      promptId,
      position: place + (turn.open ? 1 : 0),
      ...(couldBeCommand && !command.command ? { asText: true } : {}),
      ...(steers ? { steers: turn.open?.turn } : {}),
      ...(interrupts ? { interrupts: turn.open?.turn } : {}),
    },
  };
}

/**
 * A prompt that is sent while the queue is held goes alone: it may correct the queued ones, which stay held individually. A prompt that
 * has its own condition leaves the queue unchanged.
 */
function holding({ prompt }: SessionState, sent: DataOf<"prompt_queued">, by: By): EventBody[] {
  if (!prompt.paused || sent.held || sent.notBefore !== undefined || sent.after !== undefined) return [];
  return prompt.queue.flatMap(({ promptId, held }) =>
    held ? [] : [{ type: "prompt_edited" as const, by, data: { promptId, held: true, heldWithQueue: true } }],
  );
}

const interrupting = ({ turn }: SessionState, by: By): EventBody[] =>
  turn.open?.interrupt === "none"
    ? [{ type: "interrupt", by, data: { turn: turn.open.turn, state: "requested" } }]
    : [];
