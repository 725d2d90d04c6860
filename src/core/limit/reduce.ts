import type { DataOf, KnownEvent } from "../event.ts";
import type { LimitState } from "./state.ts";

export function reduceLimit(state: LimitState, event: KnownEvent): LimitState {
  switch (event.type) {
    case "limits_changed":
      return { ...state, own: { ...state.own, ...withoutUndefined(event.data) } };
    case "quota_reached": {
      const { until, text } = event.data;
      return { ...state, quota: { until, text, seq: event.seq, count: (state.quota?.count ?? 0) + 1, holds: true } };
    }
    // It was somebody else's account.
    case "imported":
      return state.windows.length > 0 && !event.data.isMore ? { ...state, windows: [] } : state;
    case "quota_reported":
      return { ...state, windows: withWindow(state.windows, event.data) };
    case "prompt_queued":
      return isForNow(event.data) ? withoutHold(state) : state;
    // A stopped session does not continue automatically, even if the agent reports its quota only after that.
    case "session_end":
    case "session_start":
      return withoutHold(state);
    case "turn_end":
      return event.data.reason === "completed" && state.quota ? { ...state, quota: null } : state;
    case "prompt_waiting":
      return { ...state, waiting: { ...event.data, seq: event.seq } };
    case "user_prompt":
    case "prompt_withdrawn":
      return state.waiting?.promptId === event.data.promptId ? { ...state, waiting: null } : state;
    default:
      return state;
  }
}

/** Agents have two or three; an agent that keeps inventing names fills no memory. */
const MAX_WINDOWS = 8;

const withWindow = (windows: LimitState["windows"], reported: DataOf<"quota_reported">): LimitState["windows"] =>
  [...windows.filter(({ window }) => window !== reported.window), reported].slice(-MAX_WINDOWS);

const withoutHold = (state: LimitState): LimitState =>
  state.quota?.holds ? { ...state, quota: { ...state.quota, holds: false } } : state;

/** A prompt for now retries; a scheduled one waits with the rest. */
const isForNow = ({ held, notBefore, after }: DataOf<"prompt_queued">): boolean =>
  !held && notBefore === undefined && after === undefined;

const withoutUndefined = (given: DataOf<"limits_changed">): LimitState["own"] =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
