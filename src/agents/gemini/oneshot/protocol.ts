// The parts of Gemini CLI's stream-json that Skein uses, one JSON object per line on stdout; taken from the output and source of 0.61.0.

import * as z from "zod";
import { parseJsonLine } from "../../kit/json-line.ts";

const init = z.object({ type: z.literal("init"), session_id: z.string(), model: z.string().optional() });

/** By `user` it is an echo of the prompt. */
const message = z.object({ type: z.literal("message"), role: z.string(), content: z.string() });

const toolUse = z.object({
  type: z.literal("tool_use"),
  tool_name: z.string(),
  tool_id: z.string(),
  parameters: z.record(z.string(), z.unknown()).default({}),
});

const toolResult = z.object({
  type: z.literal("tool_result"),
  tool_id: z.string(),
  status: z.string(),
  output: z.string().nullish(),
  error: z.object({ message: z.string() }).nullish(),
});

const error = z.object({ type: z.literal("error"), severity: z.string(), message: z.string() });

const count = z.number().nonnegative();

/** The only end of the turn. The numbers are those of the process, which is one turn. */
const result = z.object({
  type: z.literal("result"),
  status: z.string(),
  error: z.object({ type: z.string().optional(), message: z.string() }).nullish(),
  stats: z.object({ input_tokens: count, output_tokens: count, total_tokens: count.optional() }).nullish(),
});

const lines = z.discriminatedUnion("type", [init, message, toolUse, toolResult, error, result]);

export type Line = z.infer<typeof lines>;
export type LineOf<T extends Line["type"]> = Extract<Line, { type: T }>;

export const parseLine = (text: string): Line | null => parseJsonLine(lines, text);
