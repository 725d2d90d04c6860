import type { CommandOf, Decision } from "../command.ts";
import type { By } from "../event.ts";
import { reject } from "../rejection.ts";
import type { SessionState } from "../state.ts";

export function decideCreate(state: SessionState, command: CommandOf<"create">, by: By): Decision {
  // A fork is made on the state that it stands on.
  if (state.lifecycle.phase !== "absent" && !command.fork)
    return reject("session_exists", "This session exists already.");
  const { agent, workspace, name, fork } = command;
  return {
    events: [
      { type: "session_start", by, data: { agent, workspace, name, resumed: false, ...(fork ? { fork } : {}) } },
      { type: "selected", by, data: {} },
    ],
    outcome: { state: "created" },
  };
}

/** Ends the session; what was still queued is withdrawn, visibly, so that a later prompt does not run it by surprise. */
export function decideStop(state: SessionState, command: CommandOf<"stop">, by: By): Decision {
  if (state.lifecycle.phase === "ended") return { events: [], outcome: { state: "ended", wasRunning: false } };
  return {
    events: [
      ...state.prompt.queue.map(({ promptId }) => ({
        type: "prompt_withdrawn" as const,
        by,
        data: { promptId, reason: `session ${command.reason}` },
      })),
      { type: "session_end", by, data: { reason: command.reason } },
    ],
    outcome: { state: "ended", wasRunning: state.binding.run !== null },
  };
}

export function decideSelect(_state: SessionState, _command: CommandOf<"select">, by: By): Decision {
  return { events: [{ type: "selected", by, data: {} }], outcome: { state: "selected" } };
}

export function decideAcknowledge(state: SessionState, command: CommandOf<"acknowledge">, by: By): Decision {
  const seq = Math.min(command.seq, state.head);
  const isNews = seq > state.lifecycle.acknowledgedSeq;
  return {
    events: isNews ? [{ type: "acknowledged", by, data: { seq } }] : [],
    outcome: { state: "acknowledged", upTo: seq },
  };
}
