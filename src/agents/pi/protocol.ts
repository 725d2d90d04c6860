// Pi's output and input in RPC mode and JSON mode. Only the fields that Skein uses: system prompts and repeated messages are not parsed
// (0.87.1 repeats every message of a run at its end).

import * as z from "zod";
import { sortJsonLine } from "../kit/json-line.ts";

const count = z.number().nonnegative().catch(0);

const usage = z.object({
  input: count,
  output: count,
  cacheRead: count.default(0),
  cacheWrite: count.default(0),
  cost: z.object({ total: count }).default({ total: 0 }),
});
export type Usage = z.infer<typeof usage>;

const block = z.looseObject({ type: z.string() });

const message = z.object({
  role: z.string(),
  content: z.union([z.string(), z.array(block)]).nullish(),
  usage: usage.nullish().catch(null),
  provider: z.string().optional(),
  model: z.string().optional(),
  stopReason: z.string().optional(),
  errorMessage: z.string().optional(),
});
export type Message = z.infer<typeof message>;

const toolResult = z.object({ content: z.array(block).default([]) });

const lines = z.discriminatedUnion("type", [
  /** The first line of JSON mode. */
  z.object({ type: z.literal("session"), id: z.string() }),
  z.object({
    type: z.literal("response"),
    id: z.string().optional(),
    command: z.string(),
    success: z.boolean(),
    error: z.string().optional(),
    data: z.unknown().optional(),
  }),
  z.object({ type: z.literal("agent_start") }),
  /** The agent is idle; `agent_end` also comes before every retry. */
  z.object({ type: z.literal("agent_settled") }),
  z.object({ type: z.literal("message_start"), message }),
  z.object({
    type: z.literal("message_update"),
    assistantMessageEvent: z.object({
      type: z.string(),
      contentIndex: z.int().nonnegative().max(10_000).optional(),
      delta: z.string().optional(),
      content: z.string().optional(),
    }),
  }),
  z.object({ type: z.literal("message_end"), message }),
  z.object({
    type: z.literal("tool_execution_start"),
    toolCallId: z.string(),
    toolName: z.string(),
    args: z.record(z.string(), z.unknown()),
  }),
  z.object({ type: z.literal("tool_execution_update"), toolCallId: z.string(), partialResult: toolResult }),
  z.object({ type: z.literal("tool_execution_end"), toolCallId: z.string(), result: toolResult, isError: z.boolean() }),
  z.object({
    type: z.literal("auto_retry_start"),
    attempt: z.number(),
    maxAttempts: z.number(),
    errorMessage: z.string(),
  }),
  z.object({
    type: z.literal("compaction_end"),
    result: z.object({ usage: usage.nullish().catch(null) }).nullish(),
    aborted: z.boolean().default(false),
    errorMessage: z.string().optional(),
  }),
  z.object({ type: z.literal("session_info_changed"), name: z.string().optional() }),
  z.object({
    type: z.literal("entry_appended"),
    entry: z.looseObject({
      type: z.string(),
      id: z.string(),
      customType: z.string().optional(),
      data: z.unknown().optional(),
    }),
  }),
  z.object({
    type: z.literal("extension_ui_request"),
    id: z.string(),
    method: z.string(),
    title: z.string().optional(),
    message: z.string().optional(),
    options: z.array(z.string()).optional(),
    placeholder: z.string().nullish(),
    prefill: z.string().nullish(),
  }),
  z.object({ type: z.literal("extension_error"), extensionPath: z.string(), event: z.string(), error: z.string() }),
]);

export type Line = z.infer<typeof lines>;
export type LineOf<T extends Line["type"]> = Extract<Line, { type: T }>;

/** Only for the program's own user interface, or reported elsewhere. */
const noise = new Set([
  "agent_end",
  "auto_retry_end",
  "compaction_start",
  "queue_update",
  "summarization_retry_attempt_start",
  "summarization_retry_finished",
  "summarization_retry_scheduled",
  "thinking_level_changed",
  "turn_end",
  "turn_start",
]);

export const parseLine = (text: string): Line | "noise" | "unknown" =>
  sortJsonLine({ lines, isNoise: ({ type }) => noise.has(type) }, text);

/** The response to `get_state`. */
export const programState = z.object({
  sessionId: z.string(),
  isStreaming: z.boolean(),
  model: z.object({ provider: z.string(), id: z.string() }).nullish(),
});

export const toolText = ({ content }: z.infer<typeof toolResult>): string =>
  content.map((one) => (typeof one.text === "string" ? one.text : `[${one.type}]`)).join("\n");

type Command =
  | { type: "get_state" | "get_commands" | "abort" | "clear_queue" }
  /** To a working agent it is sent after its answer (`followUp`), or after the running tools (`steer`). */
  | { type: "prompt"; message: string; images?: object[]; streamingBehavior: "steer" | "followUp" };

export const commandLine = (id: string, command: Command): string => JSON.stringify({ id, ...command });

type DialogAnswer = { value: string } | { confirmed: boolean } | { cancelled: true };

export const dialogLine = (id: string, answer: DialogAnswer): string =>
  JSON.stringify({ type: "extension_ui_response", id, ...answer });
