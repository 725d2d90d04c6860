// What the writer is asked to do: plain data, as it crosses into another thread.
import type { SkeinError } from "../../core/index.ts";
import type { PreparedChange } from "../prepare-change.ts";
import type { GiveBackStep } from "./free-space.ts";
import type { PurgeStep } from "./purge.ts";

export type Job =
  | { kind: "change"; change: PreparedChange }
  /** The next part of a long text; `blob` is its writer's own number for it. */
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
  /** The store had failed, and reading told that this is stored: it may not be the last commit's. */
  isFoundOut?: true;
  /** Of a blob's end. */
  blob?: { hash: string; bytes: number };
  /** Of garbage: how much of it is to go, or whether there is more. */
  removed?: number;
  isMore?: boolean;
  purge?: PurgeStep;
  space?: GiveBackStep;
}

/** What became of one job of a group that was committed. */
export type Outcome = Written | { ok: false; code: string; message: string };

export const refused = ({ code, message }: SkeinError): Outcome => ({ ok: false, code, message });
