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
      /** Of the session that it comes from, as it is now. */
      settings?: OwnSettings | undefined;
    }
  /** End the process, keep the history. */
  | { type: "stop"; reason: string; expect?: Shown | undefined }
  /** Another name, or none. Whether another session has it already is for whoever knows all sessions. */
  | { type: "rename"; name: string | null }
  /** Hidden from lists, its process ended. A session that works is refused unless it may be stopped. */
  | { type: "archive"; stop: boolean; expect?: Shown | undefined }
  | { type: "unarchive"; expect?: Shown | undefined }
  /** End the process; the next prompt goes on with the conversation in another one. */
  | { type: "restart"; expect?: Shown | undefined }
  /** To the trash until then. A session that works is refused unless it may be stopped. */
  | { type: "trash"; batch: string; until: string; stop: boolean; expect?: Shown | undefined }
  /** `name`: what it is called from now on, where its own name is taken by now. */
  | { type: "restore"; name?: string }
  | { type: "select" }
  | { type: "acknowledge"; seq: number };
