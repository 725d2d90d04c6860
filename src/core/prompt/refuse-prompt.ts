// Why a prompt is not accepted: by what the agent takes, by who sends it, by what waits, by the limits, by the running turn.
import type { CommandOf } from "../command.ts";
import type { DecisionContext } from "../decision-context.ts";
import { usedUpBudget } from "../limit/reached.ts";
import type { Limits } from "../limit/state.ts";
import { type Refused, reject } from "../rejection.ts";
import type { SessionState } from "../state.ts";
import { refuseAgentCommand, refuseFiles, takesWords } from "./agent-takes.ts";
import { refusePlace, refuseTime } from "./decide-waiting.ts";
import { refusePassing, waitsInHold } from "./hold.ts";
import { QUEUE_LIMIT } from "./state.ts";

/** How it goes on once it is accepted. */
export interface Course {
  /** It waits with the held prompts, because its sender may not pass them. */
  readonly waits: boolean;
  /** It steers the running turn. */
  readonly steers: boolean;
}

export function courseOf(state: SessionState, command: CommandOf<"prompt">, context: DecisionContext): Course {
  const waits = waitsInHold(state, command, context.caller);
  const isSteering = command.when === "steer" && command.command !== true;
  const steers = isSteering && !waits && state.turn.open?.interrupt === "none" && takesWords(state, context.agent);
  return { waits, steers };
}

export function refusePrompt(
  state: SessionState,
  command: CommandOf<"prompt">,
  context: DecisionContext,
  course: Course,
): Refused | null {
  const { agent, caller, limits, queueLimit } = context;
  return (
    (agent && refuseFiles(agent, command.files ?? [])) ??
    (agent && command.command ? refuseAgentCommand(state, agent, command.text) : null) ??
    refusePassing(state, command, caller) ??
    refuseKnown(state, command) ??
    refuseLength(state, command, { queueLimit, course }) ??
    refuseBudget(state, limits) ??
    refusePlace(state, command) ??
    refuseTime(command.notBefore) ??
    refuseTurn(state, command) ??
    refuseSteering(state, command, course)
  );
}

function refuseKnown({ prompt }: SessionState, { promptId }: CommandOf<"prompt">): Refused | null {
  const isKnown =
    prompt.queue.some((one) => one.promptId === promptId) || prompt.recent.some((one) => one.promptId === promptId);
  return isKnown ? reject("prompt_exists", `Prompt ${promptId} was sent already.`) : null;
}

function refuseLength(
  state: SessionState,
  command: CommandOf<"prompt">,
  { queueLimit, course }: { queueLimit: number; course: Course },
): Refused | null {
  const limit = Math.min(queueLimit, QUEUE_LIMIT);
  if (state.prompt.queue.length < limit || (limit === 0 && goesAtOnce(state, command, course))) return null;
  const isWaiting = `${limit} ${limit === 1 ? "prompt is" : "prompts are"} queued already`;
  const detail =
    limit === 0
      ? `Nothing can be queued here (queued_prompts = 0)${whatToDo(course)}.`
      : `${isWaiting}; wait until the agent has taken some, or cancel some.`;
  return reject("queue_full", detail, { limit });
}

/** For sessions without a queue. */
const whatToDo = ({ waits }: Course): string =>
  waits
    ? ", and the queue is held; a person must release it first"
    : "; send it when the agent is idle, or let it stop the running turn";

/** Whether it can go at once: it waits for no other prompt, no time and no person. */
function goesAtOnce(
  { turn, prompt }: SessionState,
  { when, notBefore, after, held }: CommandOf<"prompt">,
  { waits, steers }: Course,
): boolean {
  const isFree = turn.open === null || when === "interrupt" || steers;
  const hasOwnWait = held === true || notBefore !== undefined || after !== undefined;
  return isFree && prompt.queue.length === 0 && !hasOwnWait && !waits;
}

function refuseBudget(state: SessionState, limits: Limits): Refused | null {
  const budget = usedUpBudget(state, limits);
  return budget && reject("budget_used_up", `${budget.text} To continue, ${budget.hint}.`);
}

function refuseTurn({ turn }: SessionState, { expectTurn }: CommandOf<"prompt">): Refused | null {
  if (expectTurn === undefined || turn.open?.turn === expectTurn) return null;
  const running = turn.open ? `Turn ${turn.open.turn} is running` : "No turn is running";
  return reject("turn_mismatch", `${running}, not ${expectTurn}.`, { turn: turn.open?.turn ?? null });
}

function refuseSteering(state: SessionState, { when, otherwise }: CommandOf<"prompt">, course: Course): Refused | null {
  if (when !== "steer" || course.steers || otherwise !== "reject") return null;
  return reject("not_steerable", `It can't be added to the running turn: ${whyNotSteered(state, course)}.`);
}

function whyNotSteered({ turn, prompt }: SessionState, { waits }: Course): string {
  if (!turn.open) return "no turn is running";
  if (!waits) return "the agent can't be steered";
  return prompt.paused ? "the queue is held" : "a person holds queued prompts";
}
