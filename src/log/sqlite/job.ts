// The writer's jobs: plain data, because they cross into another thread.
import type { SkeinError } from "../../core/index.ts";
import type { PreparedChange } from "../prepare-change.ts";
import type { GiveBackStep } from "./free-space.ts";
import type { PurgeStep } from "./purge.ts";

export type Job =
  | { kind: "change"; change: PreparedChange }
  /** The next part of a long text; `blob` is the caller's number for it. */
  | { kind: "blob_part"; blob: number; isFirst: boolean; bytes: Uint8Array }
  | { kind: "blob_end"; blob: number }
  | { kind: "blob_dropped"; blob: number }
  | { kind: "mark_garbage"; reading: readonly string[] }
  | { kind: "sweep_garbage" }
  | { kind: "purge_mark"; sessions: readonly string[] }
  | { kind: "purge_step" }
  | { kind: "give_back" }
  /** Done after the transaction of its group. */
  | { kind: "rebuild_file" };

export interface Written {
  ok: true;
  lastCommit: number;
  /** The store failed, and a read showed that this is stored: it may not be the last commit's. */
  isFoundOut?: true;
  /** The result of a blob's last part. */
  blob?: { hash: string; bytes: number };
  /** The result of a garbage job: how much will be removed, or whether there is more. */
  removed?: number;
  isMore?: boolean;
  purge?: PurgeStep;
  space?: GiveBackStep;
}

/** The result of one job of a committed group. */
export type Outcome = Written | { ok: false; code: string; message: string };

export const refused = ({ code, message }: SkeinError): Outcome => ({ ok: false, code, message });
