import type { CommandOf, Decision } from "../command.ts";
import type { By, EventBody } from "../event.ts";
import { reject } from "../rejection.ts";
import type { SessionState } from "../state.ts";

export function decideCreate(state: SessionState, command: CommandOf<"create">, by: By): Decision {
  // A fork is made on the state that it stands on.
  if (state.lifecycle.phase !== "absent" && !command.fork)
    return reject("session_exists", "This session exists already.");
  const { agent, workspace, name, fork, after } = command;
  return {
    events: [
      {
        type: "session_start",
        by,
        data: { agent, workspace, name, resumed: false, ...(fork ? { fork } : {}), ...(after ? { after } : {}) },
      },
      { type: "selected", by, data: {} },
    ],
    outcome: { state: "created" },
  };
}

/** Ends the session; what was still queued is withdrawn, visibly, so that a later prompt does not run it by surprise. */
export function decideStop(state: SessionState, command: CommandOf<"stop">, by: By): Decision {
  if (state.lifecycle.phase === "ended") return { events: [], outcome: { state: "ended", wasRunning: false } };
  return {
    events: ending(state, command.reason, by),
    outcome: { state: "ended", wasRunning: state.binding.run !== null },
  };
}

function ending({ lifecycle, prompt }: SessionState, reason: string, by: By): EventBody[] {
  if (lifecycle.phase === "ended") return [];
  return [
    ...prompt.queue.map(({ promptId }) => ({
      type: "prompt_withdrawn" as const,
      by,
      data: { promptId, reason: `session ${reason}` },
    })),
    { type: "session_end", by, data: { reason } },
  ];
}

export function decideRename(state: SessionState, { name }: CommandOf<"rename">, by: By): Decision {
  const isNews = state.lifecycle.name !== name;
  return { events: isNews ? [{ type: "renamed", by, data: { name } }] : [], outcome: { state: "renamed", name } };
}

export function decideArchive(state: SessionState, _command: CommandOf<"archive">, by: By): Decision {
  if (state.lifecycle.archived) return { events: [], outcome: { state: "archived", wasRunning: false } };
  return {
    events: [...ending(state, "archived", by), { type: "archived", by, data: {} }],
    outcome: { state: "archived", wasRunning: state.binding.run !== null },
  };
}

export function decideUnarchive(state: SessionState, _command: CommandOf<"unarchive">, by: By): Decision {
  const isNews = state.lifecycle.archived !== null;
  return { events: isNews ? [{ type: "unarchived", by, data: {} }] : [], outcome: { state: "unarchived" } };
}

/** A turn that runs is interrupted with its process; what waits goes on in the next one. */
export function decideRestart({ binding }: SessionState, _command: CommandOf<"restart">, by: By): Decision {
  const { run } = binding;
  const isNews = run !== null && run.phase !== "stopping";
  const text = "it was to be started anew";
  return {
    events: isNews ? [{ type: "agent_parked", by, data: { run: run.run, text } }] : [],
    outcome: { state: "restarts", wasRunning: run !== null },
  };
}

export function decideTrash(state: SessionState, { batch, until, stop }: CommandOf<"trash">, by: By): Decision {
  if (state.turn.open && !stop) {
    const detail = `Its agent works on turn ${state.turn.open.turn}: stop it first (skein kill), or delete it with --force.`;
    return reject("turn_running", detail, { turn: state.turn.open.turn });
  }
  return {
    events: [...ending(state, "deleted", by), { type: "trashed", by, data: { batch, until } }],
    outcome: { state: "trashed", until, batch },
  };
}

export function decideRestore(state: SessionState, { name }: CommandOf<"restore">, by: By): Decision {
  if (state.lifecycle.trashed === null) return { events: [], outcome: { state: "restored" } };
  const renamed = name === undefined ? [] : [{ type: "renamed" as const, by, data: { name } }];
  return { events: [{ type: "restored", by, data: {} }, ...renamed], outcome: { state: "restored" } };
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
