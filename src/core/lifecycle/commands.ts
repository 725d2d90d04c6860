import type { Fork, WorkspaceRef } from "./events.ts";

export type LifecycleCommand =
  | { type: "create"; agent: string; workspace: WorkspaceRef; name: string | null; fork?: Fork | undefined }
  /** End the process, keep the history. */
  | { type: "stop"; reason: string }
  | { type: "select" }
  | { type: "acknowledge"; seq: number };
