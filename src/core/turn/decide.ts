import type { CommandOf, Decision } from "../command.ts";
import type { By, EventBody } from "../event.ts";
import { clearing } from "../prompt/decide.ts";
import { reject } from "../rejection.ts";
import type { SessionState } from "../state.ts";
import type { TurnEndReason } from "./events.ts";

/** Asks the running turn to stop. Asking twice is one wish. The queue waits then, or is emptied. */
export function decideInterrupt(state: SessionState, command: CommandOf<"interrupt">, by: By): Decision {
  const { open, last } = state.turn;
  const cleared = command.clear ? clearing(state, by) : [];
  if (!open && command.clear)
    return { events: cleared, outcome: { state: "idle", ran: false, withdrawn: cleared.length } };
  if (!open) {
    const detail = last ? `Turn ${last.turn} ended at event ${last.seq}.` : "This session has had no turn yet.";
    return reject("turn_not_running", detail, last ? { seq: last.seq } : {});
  }
  if (command.turn !== undefined && command.turn !== open.turn) {
    return reject("turn_mismatch", `Turn ${open.turn} is running, not ${command.turn}.`, { turn: open.turn });
  }
  const isNews = open.interrupt === "none";
  return {
    events: [
      ...(isNews ? [{ type: "interrupt" as const, by, data: { turn: open.turn, state: "requested" as const } }] : []),
      ...cleared,
    ],
    outcome: { state: "requested", turn: open.turn, ran: true, withdrawn: cleared.length },
  };
}

/** Ends the open turn and everything in it that the agent left open: tool calls, questions. Nothing when no turn is open. */
export function closeTurn(
  state: SessionState,
  end: { reason: TurnEndReason; error?: string | undefined; mark?: string | undefined; at: string; by: By },
): EventBody[] {
  const { open } = state.turn;
  if (!open) return [];
  const { by, reason, error, mark } = end;
  const durationMs = Math.max(0, Date.parse(end.at) - Date.parse(open.startedAt));
  return [
    ...closeToolCalls(state, reason, by),
    ...closePermissions(state, `turn ${reason}`, by),
    {
      type: "turn_end",
      by,
      data: {
        turn: open.turn,
        promptId: open.promptId,
        reason,
        ...(error === undefined ? {} : { error }),
        ...(Number.isNaN(durationMs) ? {} : { durationMs }),
        ...(mark === undefined ? {} : { mark }),
      },
    },
  ];
}

function closeToolCalls(state: SessionState, reason: TurnEndReason, by: By): EventBody[] {
  const status = reason === "completed" ? "completed" : reason === "interrupted" ? "cancelled" : "failed";
  return state.toolCall.open.map(({ toolCallId }) => ({ type: "tool_call_update", by, data: { toolCallId, status } }));
}

/** Questions whose asker is gone end as stale. */
export function closePermissions(state: SessionState, reason: string, by: By): EventBody[] {
  return state.permission.open.map(({ id }) => ({ type: "permission", by, data: { id, state: "stale", reason } }));
}
