// At most one open turn; an end that names no open turn changes nothing.
import type { KnownEvent } from "../event.ts";
import type { TurnState } from "./state.ts";
import { withoutTaken, withSteered } from "./steered.ts";

export function reduceTurn(state: TurnState, event: KnownEvent): TurnState {
  switch (event.type) {
    case "turn_start": {
      if (state.open) return state;
      const { turn, promptId } = event.data;
      return {
        ...state,
        count: state.count + 1,
        open: { turn, promptId, startedAt: event.at, seq: event.seq, interrupt: "none" },
      };
    }
    case "turn_end": {
      if (state.open?.turn !== event.data.turn) return state;
      const { turn, promptId } = state.open;
      return { ...state, open: null, last: { turn, promptId, reason: event.data.reason, seq: event.seq } };
    }
    case "interrupt":
      if (state.open?.turn !== event.data.turn) return state;
      return { ...state, open: { ...state.open, interrupt: event.data.state } };
    case "user_prompt":
      return withSteered(state, event.data);
    case "steer_taken":
      return withoutTaken(state, event.data);
    default:
      return state;
  }
}
