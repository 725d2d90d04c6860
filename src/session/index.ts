// Sessions: one mailbox each, and the functions that move facts from agents into the log and wishes back.
export { type ArrivingRecord, receive } from "./arrival.ts";
export type { Stranger } from "./disown.ts";
export { FanOut } from "./fan-out.ts";
export { LiveRuns } from "./live-runs.ts";
export { loadState } from "./load-state.ts";
export type { Answer, Order, Result } from "./order.ts";
export type { Policy } from "./policy-answer.ts";
export type { RowChanges } from "./row-changes.ts";
export { Session } from "./session.ts";
export { type NewSession, Sessions } from "./sessions.ts";
export { sessionsInOrder, sessionsInTrash, shelvesShown, trashedHolderOf } from "./shelves.ts";
export { Slots } from "./slots.ts";
export type { Clock, Keeper, OpenedRun, SessionEnvironment, Surroundings } from "./surroundings.ts";
export { whyUnresumable } from "./unresumable.ts";
