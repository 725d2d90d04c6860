// The demo agent's dialect: one JSON object per line, both ways.
// The agent itself uses the types alone, so that it starts without zod.
import * as z from "zod";

/** Made by the agent; they start again with every process: m1, c1, q1. */
const id = z.string();
const count = z.number().nonnegative();

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
    durationMs: count,
  }),
  z.object({ type: z.literal("file_read"), call: id, path: z.string() }),
  z.object({ type: z.literal("file_write"), call: id, path: z.string(), bytes: count }),
  z.object({
    type: z.literal("ask"),
    question: id,
    call: id,
    title: z.string(),
    detail: z.string(),
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
  z.object({ type: z.literal("usage"), inputTokens: count, outputTokens: count, costUsd: count }),
  /** The two ends of a turn: each prompt gets exactly one of them. */
  z.object({ type: z.literal("done"), prompt: id, reason: z.enum(["completed", "interrupted"]) }),
  z.object({ type: z.literal("failed"), prompt: id, message: z.string() }),
  /** Outside of any turn: the agent can't go on, or could not read what it was sent. */
  z.object({ type: z.literal("error"), code: z.string(), message: z.string() }),
]);

export type AgentLine = z.infer<typeof agentLine>;

export type AgentMessage =
  | { type: "prompt"; id: string; text: string }
  | { type: "answer"; id: string; option: string; message?: string }
  /** Ends the running turn; without one it means nothing. */
  | { type: "interrupt" };

/** The line's meaning, or null when it has none. Total: never throws. */
export function parseAgentLine(line: string): AgentLine | null {
  try {
    return agentLine.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
