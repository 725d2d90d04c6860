// Turns a driver's facts into the events of a commit: adds the author, and the ids that only the session knows.
import { type Fact, resetTimeIn } from "../../agents/index.ts";
import {
  type By,
  boundedCommands,
  closeTask,
  closeTurn,
  type DataOf,
  type EventBody,
  isInDoubt,
  isOfTask,
  promptTitle,
  type SessionState,
} from "../../core/index.ts";
import type { Draft } from "../draft.ts";
import { addWithAnswer, type Policy } from "../policy-answer.ts";
import { byDaemon } from "../session-context.ts";

interface Source {
  run: string;
  by: By;
  /** The session's id, for messages that contain a command. */
  session?: string;
}

interface Context extends Source {
  state: SessionState;
  at: string;
}

/** Each fact sees the state after everything before it, answers of rules included. */
export function addFacts(
  draft: Draft,
  facts: readonly Fact[],
  { policy, ...source }: Source & { policy: Policy | null },
): Draft {
  for (const fact of facts)
    for (const body of bodiesOf(fact, { ...source, state: draft.state, at: draft.at })) {
      if (policy) addWithAnswer(draft, policy, body);
      else draft.add(body);
    }
  return draft;
}

function bodiesOf(fact: Fact, { state, run, by, at, session }: Context): EventBody[] {
  switch (fact.type) {
    case "bound": {
      const { nativeId, provenance, model } = fact;
      return [
        { type: "agent_bound", by, data: { run, nativeId, provenance, ...(model === undefined ? {} : { model }) } },
      ];
    }
    case "resume_failed": {
      const { nativeId, fork } = state.binding;
      const { message } = fact;
      const hint = nativeId === null ? instead(state, fact.hint) : fact.hint;
      return [{ type: "resume_failed", by, data: { run, nativeId: nativeId ?? fork?.nativeId ?? "", message, hint } }];
    }
    case "commands": {
      const commands = boundedCommands(fact.commands);
      const isKnown = JSON.stringify(commands) === JSON.stringify(state.binding.commands);
      return isKnown ? [] : [{ type: "commands_listed", by, data: { run, commands } }];
    }
    case "usage": {
      const { type: _, ...numbers } = fact;
      return [{ type: "usage", by, data: { turn: state.turn.open?.turn ?? null, ...numbers } }];
    }
    case "turn_end": {
      const end = closeTurn(state, { reason: fact.reason, error: fact.error, mark: fact.mark, at, by, session });
      return end.length > 0
        ? end
        : [
            {
              type: "notice",
              by,
              data: { kind: "stray_turn_end", text: `the agent ended a turn that was not open (${fact.reason})` },
            },
          ];
    }
    case "quota_reached": {
      const { until, text } = fact.data;
      return [{ type: "quota_reached", by, data: { until: until ?? resetTimeIn(text, at), text } }];
    }
    case "quota_reported": {
      const { window, usedPercent, resetsAt } = fact.data;
      const known = state.limit.windows.find((one) => one.window === window);
      const isNews = Math.floor(known?.usedPercent ?? -1) !== Math.floor(usedPercent) || known?.resetsAt !== resetsAt;
      return isNews ? [{ type: "quota_reported", by, data: { window, usedPercent, resetsAt } }] : [];
    }
    case "renamed": {
      const { name } = fact.data;
      return [{ type: "renamed", by, data: { name: name === null ? null : promptTitle(name) } }];
    }
    case "steer_taken": {
      const { open } = state.turn;
      const { promptId } = fact;
      return open && isInDoubt(state.turn, promptId)
        ? [{ type: "steer_taken", by, data: { turn: open.turn, promptId } }]
        : [];
    }
    case "stop_turn": {
      const { open } = state.turn;
      const isNews = open?.interrupt === "none";
      return isNews ? [{ type: "interrupt", by: byDaemon, data: { turn: open.turn, state: "requested" } }] : [];
    }
    case "turn_start":
      return turnOfItsOwn(state);
    case "task_end":
      return closeTask(state, fact, { at, by });
    case "tool_call": {
      // Background work does not begin a turn.
      const begins = isOfTask(state.task, fact.data.taskId) ? [] : turnOfItsOwn(state);
      return [...begins, { type: fact.type, by, data: fact.data }];
    }
    case "agent_message":
    case "agent_thought":
    case "plan":
      return [...turnOfItsOwn(state), { type: fact.type, by, data: fact.data } as EventBody];
    case "tool_call_update":
      return [{ type: fact.type, by, data: fact.data }, ...ranUnanswered(state, fact.data)];
    default:
      return [{ type: fact.type, by, data: fact.data } as EventBody];
  }
}

/** A fork can't begin at that turn any more, as after a compaction; the newest turn may still work. */
const instead = ({ lifecycle: { fork } }: SessionState, hint: string): string =>
  fork ? `fork the conversation as it is now: skein fork ${fork.session}; or ${hint}` : hint;

/** Something let the agent continue that was not an answer known to Skein. */
function ranUnanswered({ permission }: SessionState, { toolCallId, status }: DataOf<"tool_call_update">): EventBody[] {
  const asked = permission.open.find((one) => one.toolCallId === toolCallId && one.state === "asked");
  if (!asked || status !== "completed") return [];
  const text = "the agent did this before anyone answered its question";
  return [{ type: "notice", by: byDaemon, data: { kind: "ran_unanswered", text } }];
}

/** An agent that works without a prompt (it woke up by itself) begins a turn without a prompt. */
function turnOfItsOwn({ turn, binding }: SessionState): EventBody[] {
  if (turn.open || binding.run?.phase !== "ready") return [];
  return [{ type: "turn_start", by: byDaemon, data: { turn: `t${turn.count + 1}`, promptId: null } }];
}
