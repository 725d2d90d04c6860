import type { KnownEvent } from "../event.ts";
import { isRefusedSetting } from "../setting/refused.ts";
import { boundedCommands } from "./agent-command.ts";
import { isHalting, MAX_STARTS } from "./crash-loop.ts";
import { nativeFileOf } from "./native-file.ts";
import type { BindingState } from "./state.ts";

export function reduceBinding(state: BindingState, event: KnownEvent): BindingState {
  switch (event.type) {
    case "session_start":
      return {
        ...state,
        ...(event.data.fork ? { fork: event.data.fork.native } : {}),
        ...(event.data.hasOwnEnvironment ? { hasOwnEnvironment: true } : {}),
      };
    case "agent_start": {
      const run = {
        run: event.data.run,
        phase: "starting" as const,
        seq: event.seq,
        transport: event.data.transport ?? "stream",
        settingSeq: event.seq,
        restsSince: null,
        isParked: false,
      };
      const { program = null, nativeFiles = null } = event.data;
      const own = event.data.hasOwnEnvironment ? { hasOwnEnvironment: true } : {};
      const startsAt = [...state.startsAt, event.at].slice(-MAX_STARTS);
      return { ...state, run, program, nativeFiles, ...own, startsAt };
    }
    case "agent_bound": {
      if (state.run?.run !== event.data.run) return state;
      const { nativeId, model } = event.data;
      const phase = state.run.phase === "starting" ? "ready" : state.run.phase;
      const run = { ...state.run, phase, restsSince: event.at };
      const nativeIdAt = state.nativeId === nativeId ? (state.nativeIdAt ?? event.at) : event.at;
      const nativeFile = state.nativeFiles === null ? null : nativeFileOf(state.nativeFiles, nativeId);
      return { ...state, run, nativeId, nativeIdAt, nativeFile, model: model ?? state.model };
    }
    case "model_changed":
      return event.by.kind === "agent" ? { ...state, model: event.data.model } : state;
    case "mode_changed":
      if (event.by.kind !== "agent" || !state.run) return state;
      return { ...state, run: { ...state.run, mode: event.data.mode } };
    case "agent_configured": {
      if (state.run?.run !== event.data.run) return state;
      const { mode, ...run } = state.run;
      const isLeft = mode === undefined || event.data.mode !== null;
      return { ...state, run: { ...run, settingSeq: event.seq, ...(isLeft ? {} : { mode }) } };
    }
    case "commands_listed":
      return { ...state, commands: boundedCommands(event.data.commands) };
    case "imported":
      if (event.data.isMore) return state;
      // Where the agent stores conversations.
      return { ...state, commands: null, ...(state.hasOwnEnvironment ? { hasOwnEnvironment: false } : {}) };
    case "resume_failed":
      if (state.hasSpoken) return halted(state);
      return { ...(isBaseLost(state) ? halted : stopping)(state), nativeId: null, nativeIdAt: null, nativeFile: null };
    case "agent_message":
    case "agent_thought":
    case "tool_call":
      return state.hasSpoken ? state : { ...state, hasSpoken: true };
    case "agent_exit": {
      if (state.run?.run !== event.data.run) return state;
      const { outcome, text } = event.data;
      return { ...state, run: null, lastExit: { outcome, text, seq: event.seq } };
    }
    case "agent_parked":
      if (state.run?.run !== event.data.run) return state;
      return { ...state, run: { ...state.run, phase: "stopping", isParked: true } };
    case "turn_start":
      return state.run ? { ...state, run: { ...state.run, restsSince: null } } : state;
    case "turn_end": {
      const run = state.run ? { ...state.run, restsSince: event.at } : null;
      return { ...state, run, startsAt: event.data.reason === "completed" ? [] : state.startsAt };
    }
    case "task_end":
      return state.run?.restsSince ? { ...state, run: { ...state.run, restsSince: event.at } } : state;
    case "session_end":
      return stopping(state);
    case "error":
      if (isRefusedSetting(event.data.code)) return stopping(state);
      return isHalting(event.data.code) ? halted(state) : state;
    case "prompt_queued":
      return state.halted ? { ...state, halted: false, startsAt: [] } : state;
    default:
      return state;
  }
}

/**
 * A conversation without any message may not be on the agent's disk: a new one loses nothing. A fork's base conversation is not
 * recreated, and a start that failed without a conversation would only fail again.
 */
const isBaseLost = ({ nativeId, fork, run }: BindingState): boolean =>
  nativeId === null || (fork !== null && run?.phase === "ready");

const stopping = (state: BindingState): BindingState =>
  state.run ? { ...state, run: { ...state.run, phase: "stopping" } } : state;

/** Stops automatic starts, and ends a process that can't become ready (not logged in, a lost conversation). */
const halted = (state: BindingState): BindingState => ({ ...stopping(state), halted: true });
