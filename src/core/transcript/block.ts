// What people read: one block per thing said, done or asked. A page shows one component per kind.
import type { By, Event } from "../event.ts";
import type { FormContent, FormField, PermissionOption } from "../permission/events.ts";
import type { PromptFile } from "../prompt/events.ts";
import type { TaskKind, TaskOutcome } from "../task/events.ts";
import type { TurnEndReason } from "../turn/events.ts";

interface Placed {
  /** The event that opened the block. */
  seq: number;
  at: string;
  /** Long texts of which the block has only the beginning, in order. */
  cuts?: readonly Cut[];
}

export interface Cut {
  /** JSON pointer to the text in its event's data. */
  at: string;
  /** The blob's hash. */
  hash: string;
  bytes: number;
}

/** `costUsd` is null where the agent reports none. */
export interface TurnUsage {
  inputTokens: number;
  outputTokens: number;
  costUsd: number | null;
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
        /** The background task that makes the call, if it is not the turn. */
        taskId?: string;
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
        /** Notes that are not in `detail`. */
        notes?: readonly string[];
        options: PermissionOption[];
        /** Set if the agent asks for values. */
        form?: FormField[];
        /** `detail` is incomplete, and the rest is not stored. */
        isPartial?: boolean;
        /** False if the agent can't be told why a person says no. */
        takesReason?: boolean;
        state: "asked" | "answered" | "applied" | "stale";
        option: string | null;
        by: By | null;
        /** The message with the answer, such as the reason for a no. */
        message?: string;
        /** The values of the answered form. */
        content?: FormContent;
        /** The rule that the answer made or followed. */
        answerRule?: string;
      }
    | { kind: "plan"; entries: { content: string; status: "pending" | "in_progress" | "completed" }[] }
    | { kind: "task"; taskId: string; taskKind: TaskKind; title: string; toolCallId: string | null }
    /** `title` is from the task's start, if that is in the window. */
    | {
        kind: "task_end";
        taskId: string;
        title: string | null;
        outcome: TaskOutcome;
        summary: string | null;
      }
    | {
        kind: "turn_end";
        turn: string;
        reason: TurnEndReason;
        error: string | null;
        durationMs: number | null;
        /** Absent where the agent reports none, or the turn's beginning is not in the window. */
        usage?: TurnUsage;
      }
    | { kind: "error"; code: string; text: string; hint: string | null }
    | { kind: "notice"; code: string; text: string }
  );

export type BlockKind = Block["kind"];
export type BlockOf<K extends BlockKind> = Extract<Block, { kind: K }>;

/** Where a block is in the log, and when. */
export const positionOf = ({ seq, at }: Event): { seq: number; at: string } => ({ seq, at });
