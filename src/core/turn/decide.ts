import { currentWay } from "../agent.ts";
import type { CommandOf, Decision } from "../command.ts";
import type { DecisionContext } from "../decision-context.ts";
import type { By, EventBody } from "../event.ts";
import { quotaResumeTime } from "../limit/reached.ts";
import type { OpenPermission } from "../permission/state.ts";
import { clearing } from "../prompt/decide-waiting.ts";
import { nextPrompt, timeOf } from "../prompt/queue.ts";
import { reject } from "../rejection.ts";
import type { SessionState } from "../state.ts";
import { goesOn, tasksAtStake, workedBy } from "../task/decide.ts";
import { countTasks, tasksStillWork } from "../task/state.ts";
import type { TurnEndReason } from "./events.ts";
import { doubtSteered } from "./steered.ts";

/**
 * Asks the running turn to stop; background work continues. If no turn runs, a prompt that is about to start, or a session that waits for its
 * quota, is held; else background work is asked to stop. Asking twice has the effect of once. The queue is then held, or cleared.
 */
export function decideInterrupt(
  state: SessionState,
  command: CommandOf<"interrupt">,
  { by, agent, limits }: DecisionContext,
): Decision {
  const { open } = state.turn;
  const endsTasks = agent !== null && currentWay(agent, state)?.capabilities.tasks === "stoppable";
  const cleared = command.clear ? clearing(state, by) : [];
  const withdrawn = cleared.length;
  const now = timeOf(state);
  const goesOn = quotaResumeTime(state, now, limits) !== null;
  const begins = goesOn || (!command.clear && nextPrompt(state, now) !== null);
  if (!open && command.turn === undefined && begins) {
    return {
      events: [{ type: "queue_paused", by, data: { paused: true } }, ...cleared],
      outcome: { state: "held", ran: false, withdrawn, ...tasksAtStake(state) },
    };
  }
  if (!open && command.turn === undefined && endsTasks && countTasks(state.task) > 0) {
    const isNews = state.task.stop !== "requested";
    return {
      events: [
        ...(isNews ? [{ type: "task_stop" as const, by, data: { state: "requested" as const } }] : []),
        ...cleared,
      ],
      outcome: { state: "requested", ran: false, withdrawn, ...tasksAtStake(state), endsTasks: true },
    };
  }
  if (!open && command.clear)
    return { events: cleared, outcome: { state: "idle", ran: false, withdrawn, ...tasksAtStake(state) } };
  if (!open) return refuseAtRest(state);
  if (command.turn !== undefined && command.turn !== open.turn) {
    return reject("turn_mismatch", `Turn ${open.turn} is running, not ${command.turn}.`, { turn: open.turn });
  }
  const isNews = open.interrupt === "none";
  return {
    events: [
      ...(isNews ? [{ type: "interrupt" as const, by, data: { turn: open.turn, state: "requested" as const } }] : []),
      ...cleared,
    ],
    outcome: {
      ...{ state: "requested", turn: open.turn, ran: true, withdrawn, ...tasksAtStake(state) },
      ...(endsTasks && countTasks(state.task) > 0 ? { canEndTasks: true } : {}),
    },
  };
}

function refuseAtRest({ turn: { last }, task }: SessionState): Decision {
  const detail = last ? `Turn ${last.turn} ended at event ${last.seq}.` : "This session has had no turn yet.";
  const works = countTasks(task);
  const but =
    works > 0
      ? ` ${tasksStillWork(works)} in the background, and this agent can't stop it on request: end its process.`
      : "";
  return reject("turn_not_running", detail + but, {
    ...(last ? { seq: last.seq } : {}),
    ...(works > 0 ? { tasks: works } : {}),
  });
}

interface TurnEnding {
  reason: TurnEndReason;
  error?: string | undefined;
  mark?: string | undefined;
  at: string;
  by: By;
  /** The session's id, for a command that people may copy. */
  session?: string | undefined;
}

/**
 * Ends the open turn and what the agent left open in it: tool calls, questions. Background tasks continue. Does nothing if no
 * turn is open.
 */
export function closeTurn(state: SessionState, end: TurnEnding): EventBody[] {
  const { open } = state.turn;
  if (!open) return [];
  const { by, reason, error, mark } = end;
  const durationMs = Math.max(0, Date.parse(end.at) - Date.parse(open.startedAt));
  const workedMs = workedBy(state, end.at);
  return [
    ...closeToolCalls(state, reason, by),
    ...closePermissions(state, `turn ${reason}`, by, (question) => !goesOn(state, question)),
    ...(reason === "completed" ? [] : doubtSteered(open, state.lifecycle.name ?? end.session?.slice(0, 8) ?? null, by)),
    {
      type: "turn_end",
      by,
      data: {
        turn: open.turn,
        promptId: open.promptId,
        reason,
        ...(error === undefined ? {} : { error }),
        ...(Number.isNaN(durationMs) ? {} : { durationMs }),
        ...(workedMs !== null && workedMs > durationMs ? { workedMs } : {}),
        ...(mark === undefined ? {} : { mark }),
      },
    },
  ];
}

function closeToolCalls(state: SessionState, reason: TurnEndReason, by: By): EventBody[] {
  const status = reason === "completed" ? "completed" : reason === "interrupted" ? "cancelled" : "failed";
  const calls = state.toolCall.open.filter((call) => !goesOn(state, call));
  return calls.map(({ toolCallId }) => ({ type: "tool_call_update", by, data: { toolCallId, status } }));
}

/** Questions end as stale when the asking process is gone. */
export function closePermissions(
  state: SessionState,
  reason: string,
  by: By,
  isGone: (question: OpenPermission) => boolean = () => true,
): EventBody[] {
  const questions = state.permission.open.filter(isGone);
  return questions.map(({ id }) => ({ type: "permission", by, data: { id, state: "stale", reason } }));
}
