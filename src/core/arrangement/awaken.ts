import type { By, EventBody } from "../event.ts";
import type { Awakening } from "./snooze.ts";

/** Ends a snooze. What comes back at its time wants to be looked at, even if nothing has happened in it. */
export const awaken = (because: Awakening, by: By): EventBody => ({
  type: "arranged",
  by,
  data: { snooze: null, ...(because === "time" ? { unread: true } : {}) },
});
