import type { UsageState } from "../usage/state.ts";
import type { Fork, WorkspaceRef } from "./events.ts";

/** What was done and spent in the session that it is a copy of, up to the event `seq` here. */
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
  /** What it branched off from; null for a session of its own. */
  fork: Pick<Fork, "session" | "seq" | "turn"> | null;
  /** The session that this one was begun in place of. */
  after: string | null;
  archived: { seq: number } | null;
  trashed: { batch: string; until: string; seq: number } | null;
  /** When it was last made the active session of its workspace. */
  selectedAt: string | null;
  createdAt: string | null;
  /** The last time a person did something here. */
  lastActiveAt: string | null;
  updatedAt: string | null;
  acknowledgedSeq: number;
  /** Everything before this event came in a file; 0 when nothing did. */
  importedSeq: number;
  /** What came in a file of a session with another id; null when nothing did. */
  copyOf: Copied | null;
  ended: { reason: string; seq: number } | null;
  /** The newest failure that no later turn has healed. */
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
  updatedAt: null,
  acknowledgedSeq: 0,
  importedSeq: 0,
  copyOf: null,
  ended: null,
  failure: null,
};
