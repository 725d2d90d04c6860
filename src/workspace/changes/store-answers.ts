// What a store of checkpoints answers.
import type { CheckpointFailure } from "../../core/index.ts";
import type { TreeChanges } from "./tree-changes.ts";

export type TakenCheckpoint =
  | { readonly tree: string; readonly left: readonly string[] }
  | { readonly tree: null; readonly why: CheckpointFailure };

export interface Kept {
  readonly session: string;
  readonly turn: string;
  readonly moment: "start" | "end";
}

export type FoundChanges =
  | ({ readonly kind: "found" } & TreeChanges)
  /** The trees are not here: they were made on another machine, or removed. */
  | { readonly kind: "missing" }
  | { readonly kind: "no_git" }
  | { readonly kind: "too_slow" };
