// What becomes of open notifications with time: who looked at a question and left without an answer is notified after all, and devices are
// reminded once.
import type { Raised } from "./bookmark.ts";
import type { Focus } from "./focus.ts";

interface Facts {
  readonly nowMs: number;
  readonly focus: Pick<Focus, "seenForMs" | "unseenForMs" | "isAttended">;
  readonly reminders: readonly { readonly device: string; readonly remindMinutes: number }[];
}

export interface Due {
  /** Nobody looks at these any more. */
  readonly left: readonly Raised[];
  /** Which devices are reminded of these now. */
  readonly reminders: readonly { readonly raised: Raised; readonly devices: readonly string[] }[];
}

/** Who looks away for less is still there. */
const LEFT_MS = 60_000;
/** Who did something within this time is there, and needs no reminder. */
const ATTENDED_MS = 60_000;
/** A reminder that the daemon could not send in time, as while it was stopped, still helps within this time. */
const MAX_LATE_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;
/** What is due is looked at now; what stays due although it was looked at is looked at again after this. */
const SOONEST_MS = 1000;

export function review(raised: readonly Raised[], facts: Facts): Due {
  const left = raised.filter(
    ({ channel, attention }) => channel === "screen" && facts.focus.unseenForMs(attention.session) >= LEFT_MS,
  );
  const reminders = raised.flatMap((one) => {
    const devices = openReminders(one, facts)
      .filter(({ inMs }) => inMs <= 0 && inMs > -MAX_LATE_MS)
      .map(({ device }) => device);
    const isAttended = facts.focus.isAttended(one.attention.session, ATTENDED_MS);
    return devices.length > 0 && !isAttended ? [{ raised: one, devices }] : [];
  });
  return { left, reminders };
}

/** In how many milliseconds something may become due; null if nothing can. */
export function nextReviewMs(raised: readonly Raised[], facts: Facts): number | null {
  const times = raised.flatMap((one) => {
    const { channel, attention } = one;
    const { session } = attention;
    const leftInMs = facts.focus.seenForMs(session) + LEFT_MS - facts.focus.unseenForMs(session);
    const reminders = openReminders(one, facts)
      .filter(({ inMs }) => inMs > -MAX_LATE_MS)
      .map(({ inMs }) => (inMs > 0 ? inMs : ATTENDED_MS));
    return channel === "screen" ? [Math.max(leftInMs, SOONEST_MS), ...reminders] : reminders;
  });
  return times.length > 0 ? Math.min(...times) : null;
}

function openReminders(
  { attention, reminded }: Raised,
  { nowMs, reminders }: Facts,
): { device: string; inMs: number }[] {
  if (attention.kind !== "needs_you") return [];
  return reminders
    .filter(({ device }) => !reminded.includes(device))
    .map(({ device, remindMinutes }) => ({
      device,
      inMs: Date.parse(attention.at) + remindMinutes * MINUTE_MS - nowMs,
    }));
}
