import type { KnownEvent } from "../event.ts";
import type { SettingState } from "./state.ts";

export function reduceSetting(state: SettingState, event: KnownEvent): SettingState {
  if (event.by.kind === "agent") return state;
  if (event.type === "mode_changed") return { ...state, mode: event.data.mode, seq: event.seq };
  if (event.type === "mode_unset") return { ...state, mode: null, seq: event.seq, unsetSeq: event.seq };
  if (event.type === "model_changed") return { ...state, model: event.data.model, seq: event.seq };
  return state;
}
