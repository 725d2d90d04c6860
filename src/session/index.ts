// Sessions: one mailbox each, and the functions that move facts from agents into the log and requests back.
export { type ArrivingRecord, receive } from "./arrival.ts";
export type { Answer, CommandCaller, CommandRequest, Envelope, Result } from "./command-request.ts";
export type {
  Checkpoint,
  Checkpoints,
  Clock,
  Keeper,
  OpenedRun,
  SessionDependencies,
  SessionEnvironment,
} from "./dependencies.ts";
export type { ForeignLog } from "./detach-foreign-run.ts";
export { FanOut } from "./fan-out.ts";
export { LiveRuns } from "./live-runs.ts";
export { loadState } from "./load-state.ts";
export type { Policy } from "./policy-answer.ts";
export type { RowChanges } from "./row-changes.ts";
export { Session } from "./session.ts";
export { type NewSession, Sessions } from "./sessions.ts";
export { Slots } from "./slots.ts";
export { whyUnresumable } from "./unresumable.ts";
export { sessionsInOrder, sessionsInTrash, shelvesShown, trashedHolderOf } from "./visible-sessions.ts";
