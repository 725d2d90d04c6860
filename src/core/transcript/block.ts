// What people read: one block per thing said, done or asked. A page shows one component per kind.
import type { By } from "../event.ts";
import type { FormField, PermissionOption } from "../permission/events.ts";
import type { PromptFile } from "../prompt/events.ts";
import type { TaskKind, TaskOutcome } from "../task/events.ts";
import type { TurnEndReason } from "../turn/events.ts";

interface Placed {
  /** The event that opened the block. */
  seq: number;
  at: string;
  /** Longer texts of which only the beginning stands here, in their order. */
  cuts?: readonly Cut[];
}

export interface Cut {
  /** JSON pointer to the text in its event's data. */
  at: string;
  /** The name of the whole. */
  hash: string;
  bytes: number;
}

export type ToolStatus = "pending" | "running" | "completed" | "failed" | "cancelled";

export type Block = Placed &
  (
    | { kind: "prompt"; promptId: string; text: string; files?: readonly PromptFile[]; isCommand?: true; by: By }
    | { kind: "message"; messageId: string; text: string }
    | { kind: "thought"; messageId: string; text: string }
    | {
        kind: "tool";
        toolCallId: string;
        title: string;
        toolKind: string;
        status: ToolStatus;
        input: unknown;
        output: string;
        durationMs: number | null;
        files: { path: string; access: "read" | "write" }[];
      }
    | {
        kind: "permission";
        id: string;
        title: string;
        detail: string;
        /** What is said with it, and is not in `detail`. */
        notes?: readonly string[];
        options: PermissionOption[];
        /** Set when the agent wants to know something. */
        form?: FormField[];
        /** `detail` is not all of it, and the rest is nowhere. */
        isPartial?: boolean;
        state: "asked" | "answered" | "applied" | "stale";
        option: string | null;
        by: By | null;
        /** What was said with the answer: why not. */
        message?: string;
      }
    | { kind: "plan"; entries: { content: string; status: "pending" | "in_progress" | "completed" }[] }
    | { kind: "task"; taskId: string; taskKind: TaskKind; title: string; toolCallId: string | null }
    /** `title` is that of its start, where that lies in the window. */
    | {
        kind: "task_end";
        taskId: string;
        title: string | null;
        outcome: TaskOutcome;
        summary: string | null;
      }
    | { kind: "turn_end"; turn: string; reason: TurnEndReason; error: string | null; durationMs: number | null }
    | { kind: "error"; code: string; text: string; hint: string | null }
    | { kind: "notice"; code: string; text: string }
  );

export type BlockKind = Block["kind"];
export type BlockOf<K extends BlockKind> = Extract<Block, { kind: K }>;
