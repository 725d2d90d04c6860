import type { UsageState } from "../usage/state.ts";
import type { ExternalId, Fork, WorkspaceRef } from "./events.ts";

/** The activity and cost of the session that it is a copy of, up to the event `seq` here. */
export interface Copied {
  session: string;
  seq: number;
  turns: number;
  usage: UsageState;
}

export interface LifecycleState {
  phase: "absent" | "open" | "ended";
  agent: string;
  workspace: WorkspaceRef | null;
  name: string | null;
  /** The base of a fork; null for other sessions. */
  fork: Pick<Fork, "session" | "seq" | "turn"> | null;
  /** The session that `clear` replaced with this one. */
  after: string | null;
  archived: { seq: number } | null;
  trashed: { batch: string; until: string; seq: number } | null;
  /** When it was last made the active session of its workspace. */
  selectedAt: string | null;
  createdAt: string | null;
  /** The last user activity here. */
  lastActiveAt: string | null;
  /** The last activity of anyone here, its agent included. */
  activityAt: string | null;
  updatedAt: string | null;
  /** The newest event that is more than a look at the session, or its place in a list. */
  updatedSeq: number;
  acknowledgedSeq: number;
  /** Everything before this event was imported; 0 = nothing. */
  importedSeq: number;
  /** The part that was imported from a session with another id; null if there is none. */
  copyOf: Copied | null;
  /** Where it comes from, if another program recorded it. */
  external: ExternalId | null;
  ended: { reason: string; seq: number } | null;
  /** The newest failure since the last good turn. */
  failure: { code: string; message: string; seq: number } | null;
}

export const initialLifecycle: LifecycleState = {
  phase: "absent",
  agent: "",
  workspace: null,
  name: null,
  fork: null,
  after: null,
  archived: null,
  trashed: null,
  selectedAt: null,
  createdAt: null,
  lastActiveAt: null,
  activityAt: null,
  updatedAt: null,
  updatedSeq: 0,
  acknowledgedSeq: 0,
  importedSeq: 0,
  copyOf: null,
  external: null,
  ended: null,
  failure: null,
};
