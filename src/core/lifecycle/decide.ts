import { isReadUpTo } from "../arrangement/unread.ts";
import type { CommandOf, Decision } from "../command.ts";
import type { DecisionContext } from "../decision-context.ts";
import type { By, EventBody } from "../event.ts";
import type { QueuedPrompt } from "../prompt/state.ts";
import { reject } from "../rejection.ts";
import type { SessionState } from "../state.ts";
import { type TasksAtStake, tasksAtStake } from "../task/decide.ts";
import { countTasks, tasksStillWork } from "../task/state.ts";
import { endedText } from "./ended-text.ts";
import { forkedFrom } from "./fork.ts";
import { takeOver } from "./take-over.ts";

export function decideCreate(state: SessionState, command: CommandOf<"create">, { by }: DecisionContext): Decision {
  // A fork starts from the state of its base.
  if (state.lifecycle.phase !== "absent" && !command.fork)
    return reject("session_exists", "This session exists already.");
  const { agent, workspace, name, fork, after, hasOwnEnvironment, settings } = command;
  const base = fork ? forkedFrom(state, fork) : state;
  return {
    events: [
      {
        type: "session_start",
        by,
        data: {
          ...{ agent, workspace, name, resumed: false },
          ...(fork ? { fork } : {}),
          ...(after ? { after } : {}),
          ...(hasOwnEnvironment ? { hasOwnEnvironment } : {}),
        },
      },
      { type: "selected", by, data: {} },
      ...(settings ? takeOver(base, settings, by) : []),
    ],
    outcome: { state: "created" },
  };
}

/** Ends the session. */
export function decideStop(state: SessionState, command: CommandOf<"stop">, { by }: DecisionContext): Decision {
  const wasRunning = state.lifecycle.phase !== "ended" && state.binding.run !== null;
  const { events, ...ended } = ending(state, command.reason, by);
  return { events, outcome: { state: "ended", wasRunning, ...ended } };
}

/** What ending a session did; added to the command's outcome. */
interface Ended extends TasksAtStake {
  /** The stopped turn. */
  turn: string | null;
  prompts: { held: string[]; withdrawn: string[] };
}

/**
 * Queued prompts are kept, each one held: nothing is lost, and none of them goes to the agent with a later prompt until a person releases
 * it. Prompts meant only for the running turn end with that turn.
 */
function ending(state: SessionState, reason: string, by: By): Ended & { events: EventBody[] } {
  const { lifecycle, prompt, turn } = state;
  if (lifecycle.phase === "ended") return { events: [], turn: null, prompts: { held: [], withdrawn: [] } };
  const isForTurn = ({ steer }: QueuedPrompt): boolean => steer?.otherwise === "withdraw";
  const withdrawn = prompt.queue.filter(isForTurn).map(({ promptId }) => promptId);
  const kept = prompt.queue.filter((one) => !isForTurn(one));
  return {
    events: [
      ...withdrawn.map((promptId) => ({
        type: "prompt_withdrawn" as const,
        by,
        data: { promptId, reason: endedText(reason) },
      })),
      ...kept.flatMap(({ promptId, held }) =>
        held ? [] : [{ type: "prompt_edited" as const, by, data: { promptId, held: true, heldWithQueue: true } }],
      ),
      { type: "session_end", by, data: { reason } },
    ],
    turn: turn.open?.turn ?? null,
    ...tasksAtStake(state),
    prompts: { held: kept.map(({ promptId }) => promptId), withdrawn },
  };
}

/** A busy session is archived or deleted only if the caller allows stopping it. */
function refuseAtWork({ turn, task }: SessionState, stop: boolean, what: string): Decision | null {
  if (stop) return null;
  const instead = `stop it first (skein kill), or ${what} it with --force.`;
  if (turn.open) {
    const detail = `Its agent is working on turn ${turn.open.turn}: ${instead}`;
    return reject("turn_running", detail, { turn: turn.open.turn });
  }
  const tasks = countTasks(task);
  if (tasks === 0) return null;
  const names = task.running.map(({ title }) => title).join(", ");
  return reject("tasks_running", `${tasksStillWork(tasks)} in the background (${names}): ${instead}`, { tasks });
}

export function decideRename(state: SessionState, { name }: CommandOf<"rename">, { by }: DecisionContext): Decision {
  const isNews = state.lifecycle.name !== name;
  return { events: isNews ? [{ type: "renamed", by, data: { name } }] : [], outcome: { state: "renamed", name } };
}

export function decideArchive(state: SessionState, { stop }: CommandOf<"archive">, { by }: DecisionContext): Decision {
  if (state.lifecycle.archived) return { events: [], outcome: { state: "archived", wasRunning: false } };
  const refusal = refuseAtWork(state, stop, "archive");
  if (refusal) return refusal;
  const { events, ...ended } = ending(state, "archived", by);
  return {
    events: [...events, { type: "archived", by, data: {} }],
    outcome: { state: "archived", wasRunning: state.binding.run !== null, ...ended },
  };
}

export function decideUnarchive(
  state: SessionState,
  _command: CommandOf<"unarchive">,
  { by }: DecisionContext,
): Decision {
  const isNews = state.lifecycle.archived !== null;
  return { events: isNews ? [{ type: "unarchived", by, data: {} }] : [], outcome: { state: "unarchived" } };
}

/** A running turn is interrupted with its process; the queue continues in the next one. */
export function decideRestart(state: SessionState, _command: CommandOf<"restart">, { by }: DecisionContext): Decision {
  const { turn, prompt } = state;
  const { run } = state.binding;
  const isNews = run !== null && run.phase !== "stopping";
  const text = "it is being restarted";
  return {
    events: isNews ? [{ type: "agent_parked", by, data: { run: run.run, text } }] : [],
    outcome: {
      state: "restarts",
      wasRunning: run !== null,
      turn: turn.open?.turn ?? null,
      ...tasksAtStake(state),
      queued: prompt.queue.map(({ promptId }) => promptId),
    },
  };
}

export function decideTrash(
  state: SessionState,
  { batch, until, stop }: CommandOf<"trash">,
  { by }: DecisionContext,
): Decision {
  const refusal = refuseAtWork(state, stop, "delete");
  if (refusal) return refusal;
  const { events, ...ended } = ending(state, "deleted", by);
  return {
    events: [...events, { type: "trashed", by, data: { batch, until } }],
    outcome: { state: "trashed", until, batch, ...ended },
  };
}

export function decideRestore(state: SessionState, { name }: CommandOf<"restore">, { by }: DecisionContext): Decision {
  if (state.lifecycle.trashed === null) return { events: [], outcome: { state: "restored" } };
  const renamed = name === undefined ? [] : [{ type: "renamed" as const, by, data: { name } }];
  return { events: [{ type: "restored", by, data: {} }, ...renamed], outcome: { state: "restored" } };
}

export function decideSelect(_state: SessionState, _command: CommandOf<"select">, { by }: DecisionContext): Decision {
  return { events: [{ type: "selected", by, data: {} }], outcome: { state: "selected" } };
}

export function decideAcknowledge(
  state: SessionState,
  command: CommandOf<"acknowledge">,
  { by }: DecisionContext,
): Decision {
  const seq = Math.min(command.seq, state.head);
  // Looking again at what was read leaves no event: clients say often where their user is.
  const isNews = !isReadUpTo(state, seq);
  return {
    events: isNews ? [{ type: "acknowledged", by, data: { seq } }] : [],
    outcome: { state: "acknowledged", upTo: seq },
  };
}
