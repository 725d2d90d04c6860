// What the agent does: tool calls with input, output, status and duration, and the files that they touch.
import * as z from "zod";

const toolCallStatus = z.enum(["pending", "running", "completed", "failed", "cancelled"]);

export const toolCallEvents = {
  tool_call: z.object({
    toolCallId: z.string(),
    title: z.string(),
    kind: z.string().describe("read · edit · execute · search · fetch · think · other"),
    status: toolCallStatus,
    input: z.unknown().optional(),
    taskId: z.string().optional().describe("The background task that makes the call, if it is not the turn."),
  }),
  tool_call_update: z.object({
    toolCallId: z.string(),
    status: toolCallStatus.optional(),
    title: z.string().optional(),
    output: z.string().optional().describe("The next piece of the output: pieces are joined in order."),
    durationMs: z.number().optional(),
  }),
  file_read: z.object({ path: z.string(), toolCallId: z.string().optional() }),
  file_write: z.object({ path: z.string(), toolCallId: z.string().optional(), bytes: z.number().optional() }),
};
