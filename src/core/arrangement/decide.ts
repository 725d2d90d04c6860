import type { CommandOf, Decision } from "../command.ts";
import type { DecisionContext } from "../decision-context.ts";
import type { DataOf } from "../event.ts";
import type { SessionState } from "../state.ts";
import { snoozeOf } from "./snooze.ts";
import { isUnread } from "./unread.ts";

/** Changes only what is not so already: asking twice leaves one event. */
export function decideArrange(state: SessionState, command: CommandOf<"arrange">, { by }: DecisionContext): Decision {
  const { arrangement } = state;
  const { pinned, snooze, unread, position } = command;
  const data: DataOf<"arranged"> = {
    ...(pinned === undefined || pinned === arrangement.pinned ? {} : { pinned }),
    ...(snooze === undefined || isSameSnooze(state, snooze) ? {} : { snooze }),
    ...(unread === undefined || !isNewMark(state, unread) ? {} : { unread }),
    ...(position === undefined || position === arrangement.position ? {} : { position }),
  };
  const isNews = Object.keys(data).length > 0;
  return { events: isNews ? [{ type: "arranged", by, data }] : [], outcome: { state: "arranged", ...data } };
}

function isSameSnooze(state: SessionState, snooze: { until: string | null } | null): boolean {
  const now = snoozeOf(state);
  return snooze === null ? state.arrangement.snooze === null : now !== null && now.until === snooze.until;
}

/** What is unread by itself needs no mark. Taking the mark away does not read anything. */
const isNewMark = (state: SessionState, unread: boolean): boolean =>
  unread ? !isUnread(state) : state.arrangement.unreadSeq !== null;
