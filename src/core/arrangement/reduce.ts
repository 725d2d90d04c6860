import { isPerson } from "../by.ts";
import type { DataOf, KnownEvent } from "../event.ts";
import type { ArrangementState } from "./state.ts";

export function reduceArrangement(state: ArrangementState, event: KnownEvent): ArrangementState {
  switch (event.type) {
    case "arranged":
      return arranged(state, event);
    case "acknowledged":
      return state.unreadSeq !== null && event.data.seq >= state.unreadSeq ? { ...state, unreadSeq: null } : state;
    case "prompt_queued":
      return isPerson(event.by) && isForNow(event.data) ? awake(state) : state;
    case "archived":
    case "trashed":
      return awake(state);
    default:
      return state;
  }
}

function arranged(state: ArrangementState, { data, seq }: { data: DataOf<"arranged">; seq: number }): ArrangementState {
  const { pinned = state.pinned, snooze, unread, position = state.position } = data;
  return {
    pinned,
    snooze: snooze === undefined ? state.snooze : snooze && { until: snooze.until, seq },
    unreadSeq: unread === undefined ? state.unreadSeq : unread ? seq : null,
    position,
  };
}

const awake = (state: ArrangementState): ArrangementState => (state.snooze ? { ...state, snooze: null } : state);

/** Whoever prompts a snoozed session uses it again; a prompt for later leaves it alone. */
const isForNow = ({ held, notBefore }: DataOf<"prompt_queued">): boolean => !held && notBefore === undefined;
