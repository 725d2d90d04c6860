import type { Fork, WorkspaceRef } from "./events.ts";
import type { Shown } from "./shown.ts";
import type { OwnSettings } from "./take-over.ts";

export type LifecycleCommand =
  | {
      type: "create";
      agent: string;
      workspace: WorkspaceRef;
      name: string | null;
      fork?: Fork | undefined;
      after?: string | undefined;
      hasOwnEnvironment?: boolean | undefined;
      /** The settings of its source, as they are now. */
      settings?: OwnSettings | undefined;
    }
  /** End the process, keep the history. */
  | { type: "stop"; reason: string; expect?: Shown | undefined }
  /** Another name, or none. The caller, who knows all sessions, checks whether it is taken. */
  | { type: "rename"; name: string | null }
  /** Hidden from lists, its process ended. A busy session is refused unless it may be stopped. */
  | { type: "archive"; stop: boolean; expect?: Shown | undefined }
  | { type: "unarchive"; expect?: Shown | undefined }
  /** End the process; the next prompt resumes the conversation in a new one. */
  | { type: "restart"; expect?: Shown | undefined }
  /** To the trash until then. A busy session is refused unless it may be stopped. */
  | { type: "trash"; batch: string; until: string; stop: boolean; expect?: Shown | undefined }
  /** `name`: its new name, if its own is taken by now. */
  | { type: "restore"; name?: string }
  | { type: "select" }
  | { type: "acknowledge"; seq: number };
