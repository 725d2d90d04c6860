// The demo agent's dialect: one JSON object per line, both ways.
// The agent itself uses the types alone, so that it starts without zod.
import * as z from "zod";
import type { FormContent } from "../../core/index.ts";

/** Made by the agent; they start again with every process: m1, c1, q1, b1. */
const id = z.string();
const count = z.number().nonnegative();
/** How much its memory of the conversation holds by then: a fork can begin there. */
const entries = count.optional();

const agentLine = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), nativeId: z.string(), resumed: z.boolean(), model: z.string() }),
  z.object({ type: z.literal("text"), message: id, text: z.string() }),
  z.object({ type: z.literal("thought"), message: id, text: z.string() }),
  z.object({
    type: z.literal("plan"),
    entries: z.array(z.object({ content: z.string(), status: z.enum(["pending", "in_progress", "completed"]) })),
  }),
  z.object({
    type: z.literal("tool_start"),
    call: id,
    title: z.string(),
    kind: z.enum(["execute", "edit", "read"]),
    /** Pending until a person has allowed it. */
    status: z.enum(["pending", "running"]),
    input: z.record(z.string(), z.string()),
  }),
  z.object({ type: z.literal("tool_running"), call: id }),
  z.object({ type: z.literal("tool_output"), call: id, output: z.string() }),
  z.object({
    type: z.literal("tool_end"),
    call: id,
    status: z.enum(["completed", "failed", "cancelled"]),
    /** Not there when it never ran. */
    durationMs: count.optional(),
  }),
  z.object({ type: z.literal("file_read"), call: id, path: z.string() }),
  z.object({ type: z.literal("file_write"), call: id, path: z.string(), bytes: count }),
  z.object({
    type: z.literal("ask"),
    question: id,
    /** The call that waits for the answer; a question about something else has none. */
    call: id.optional(),
    title: z.string(),
    detail: z.string(),
    /** What it says about it. */
    notes: z.array(z.string()).optional(),
    /** What would be done. */
    request: z
      .object({ kind: z.enum(["execute", "edit"]), command: z.string().nullable(), paths: z.array(z.string()) })
      .optional(),
    /** What the agent wants to know. */
    form: z
      .array(
        z.object({
          id,
          label: z.string(),
          kind: z.enum(["text", "choice", "choices", "yes_no", "number"]),
          options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
          isRequired: z.boolean().optional(),
        }),
      )
      .optional(),
    options: z
      .array(
        z.object({
          id: z.string(),
          label: z.string(),
          kind: z.enum(["allow_once", "allow_always", "reject_once", "reject_always"]),
        }),
      )
      .min(1),
  }),
  /** Work that goes on beside the turns. */
  z.object({ type: z.literal("task_start"), task: id, title: z.string() }),
  z.object({ type: z.literal("task_end"), task: id, outcome: z.enum(["completed", "stopped"]) }),
  z.object({ type: z.literal("usage"), inputTokens: count, outputTokens: count, costUsd: count }),
  /** Words that came while it worked: it has taken them into its turn. */
  z.object({ type: z.literal("heard"), prompt: id }),
  z.object({ type: z.literal("quota"), until: z.iso.datetime().nullable(), text: z.string() }),
  /** The two ends of a turn: each prompt gets exactly one of them, unless it was heard in another's turn. */
  z.object({ type: z.literal("done"), prompt: id, reason: z.enum(["completed", "interrupted", "limit"]), entries }),
  z.object({ type: z.literal("failed"), prompt: id, message: z.string(), entries }),
  /** Outside of any turn: the agent can't go on, or could not read what it was sent. */
  z.object({ type: z.literal("error"), code: z.string(), message: z.string() }),
]);

export type AgentLine = z.infer<typeof agentLine>;

/** A file that goes with a prompt, and where it can be read. */
export interface PromptFile {
  name: string;
  mediaType: string;
  path: string;
}

/** What was filled in, by field. */
export type Content = FormContent;

export type AgentMessage =
  | { type: "prompt"; id: string; text: string; files?: readonly PromptFile[] }
  /** More words for the turn that runs; without one they begin a turn. */
  | { type: "steer"; id: string; text: string; files?: readonly PromptFile[] }
  | { type: "answer"; id: string; option: string; message?: string; content?: Content }
  /** Ends the running turn; without one it means nothing. */
  | { type: "interrupt" }
  /** Ends what works in the background. */
  | { type: "stop_tasks" };

/** The line's meaning, or null when it has none. Total: never throws. */
export function parseAgentLine(line: string): AgentLine | null {
  try {
    return agentLine.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
