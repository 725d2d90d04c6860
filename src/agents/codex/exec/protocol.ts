// The parts of `codex exec --json`'s output that Skein uses, as of 0.166.0: complete items, no deltas; other fields are ignored.

import * as z from "zod";
import { parseJsonLine } from "../../kit/json-line.ts";

const items = z.discriminatedUnion("type", [
  z.object({ id: z.string(), type: z.literal("agent_message"), text: z.string() }),
  z.object({ id: z.string(), type: z.literal("reasoning"), text: z.string() }),
  z.object({
    id: z.string(),
    type: z.literal("command_execution"),
    command: z.string(),
    aggregated_output: z.string().default(""),
    exit_code: z.number().nullish(),
    status: z.string(),
  }),
  z.object({
    id: z.string(),
    type: z.literal("file_change"),
    changes: z.array(z.object({ path: z.string(), kind: z.enum(["add", "delete", "update"]) })),
    status: z.string(),
  }),
  z.object({
    id: z.string(),
    type: z.literal("mcp_tool_call"),
    server: z.string(),
    tool: z.string(),
    arguments: z.unknown().optional(),
    result: z.object({ content: z.array(z.unknown()) }).nullish(),
    error: z.object({ message: z.string() }).nullish(),
    status: z.string(),
  }),
  z.object({ id: z.string(), type: z.literal("web_search"), query: z.string() }),
  z.object({
    id: z.string(),
    type: z.literal("todo_list"),
    items: z.array(z.object({ text: z.string(), completed: z.boolean() })),
  }),
  z.object({ id: z.string(), type: z.literal("error"), message: z.string() }),
]);
export type ExecItem = z.infer<typeof items>;

const count = z.number().nonnegative();
const item = z.looseObject({ type: z.string() });

const lines = z.discriminatedUnion("type", [
  z.object({ type: z.literal("thread.started"), thread_id: z.string().min(1) }),
  z.object({ type: z.literal("turn.started") }),
  z.object({ type: z.literal("item.started"), item }),
  z.object({ type: z.literal("item.updated"), item }),
  z.object({ type: z.literal("item.completed"), item }),
  z.object({ type: z.literal("turn.completed"), usage: z.object({ input_tokens: count, output_tokens: count }) }),
  z.object({ type: z.literal("turn.failed"), error: z.object({ message: z.string() }) }),
  z.object({ type: z.literal("error"), message: z.string() }),
]);
export type ExecLine = z.infer<typeof lines>;

export const parseLine = (text: string): ExecLine | null => parseJsonLine(lines, text);

export const itemIn = (value: unknown): ExecItem | null => items.safeParse(value).data ?? null;
