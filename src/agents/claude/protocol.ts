// The parts of Claude Code's stream-json that Skein uses: one JSON object per line, both ways; other fields are ignored. Taken from the output
// of 2.1.197 and 2.1.325 and from the types that the vendor publishes for the latter.

import * as z from "zod";
import { sortJsonLine } from "../kit/json-line.ts";

const count = z.number().nonnegative();
/** The tool call of the main conversation in which a subagent works; null = the main conversation itself. */
const parent = z.string().nullish();

const streamEvent = z.object({
  type: z.literal("stream_event"),
  event: z.object({
    type: z.string(),
    message: z.object({ id: z.string() }).optional(),
    content_block: z.object({ type: z.string() }).optional(),
    delta: z.object({ type: z.string().optional(), text: z.string(), thinking: z.string() }).partial().optional(),
  }),
  parent_tool_use_id: parent,
});

/** Each line has one finished block of the message; lines of one message share its id. */
const assistant = z.object({
  type: z.literal("assistant"),
  message: z.object({ id: z.string(), content: z.array(z.looseObject({ type: z.string() })) }),
  parent_tool_use_id: parent,
  /** The subagent that wrote it; introduced between 2.1.197 and 2.1.325. */
  agent_id: z.string().optional(),
  uuid: z.string().optional(),
  /** The message is the program's own, about a failed request, not the model's. */
  error: z.string().optional(),
  timestamp: z.string().optional(),
});

/** What the model is told: tool results, echoed prompts (`isReplay`), and the program's own messages. */
const user = z.object({
  type: z.literal("user"),
  message: z.object({ content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]) }),
  parent_tool_use_id: parent,
  isReplay: z.boolean().optional(),
  uuid: z.string().optional(),
  tool_use_result: z.unknown().optional(),
  timestamp: z.string().optional(),
});

const system = z.looseObject({ type: z.literal("system"), subtype: z.string() });

const modelUsage = z.object({
  inputTokens: count,
  outputTokens: count,
  cacheReadInputTokens: count.default(0),
  cacheCreationInputTokens: count.default(0),
  costUSD: count.default(0),
});

/** The only end of a turn. */
const result = z.object({
  type: z.literal("result"),
  subtype: z.string(),
  is_error: z.boolean().default(false),
  result: z.string().optional(),
  errors: z.array(z.string()).default([]),
  api_error_status: z.number().nullish(),
  /** The reason of a refusal: `usage_limit_reached`. */
  api_error: z.string().nullish().catch(null),
  stop_reason: z.string().nullish(),
  terminal_reason: z.string().optional(),
  /** The prompts that this turn handled; introduced between 2.1.197 and 2.1.325. */
  user_message_uuids: z.array(z.string()).optional(),
  user_message_uuid: z.string().optional(),
  /** Set if the program started the turn itself. */
  origin: z.object({ kind: z.string() }).optional(),
  usage: z
    .object({
      input_tokens: count,
      output_tokens: count,
      cache_read_input_tokens: count.nullish(),
      cache_creation_input_tokens: count.nullish(),
    })
    .optional(),
  total_cost_usd: count.default(0),
  model_usage_since_last_result: z.record(z.string(), modelUsage).optional(),
});

const controlRequest = z.object({
  type: z.literal("control_request"),
  request_id: z.string(),
  request: z.looseObject({ subtype: z.string() }),
});

const controlResponse = z.object({
  type: z.literal("control_response"),
  response: z.object({
    subtype: z.string(),
    request_id: z.string(),
    response: z.looseObject({}).nullish(),
    error: z.string().optional(),
  }),
});

const controlCancelRequest = z.object({ type: z.literal("control_cancel_request"), request_id: z.string() });

const resetsAt = z.number().optional().catch(undefined);
const utilization = z.number().nonnegative();

/** What is odd about one part of it hides no other. */
const rateLimitEvent = z.object({
  type: z.literal("rate_limit_event"),
  rate_limit_info: z.object({
    status: z.string(),
    resetsAt,
    rateLimitType: z.string().optional().catch(undefined),
    utilization: utilization.optional().catch(undefined),
    unifiedWindows: z
      .record(z.string(), z.object({ utilization, resetsAt }).optional().catch(undefined))
      .optional()
      .catch(undefined),
  }),
});

const lines = z.discriminatedUnion("type", [
  streamEvent,
  assistant,
  user,
  system,
  result,
  controlRequest,
  controlResponse,
  controlCancelRequest,
  rateLimitEvent,
]);

export type Line = z.infer<typeof lines>;
export type LineOf<T extends Line["type"]> = Extract<Line, { type: T }>;

/** Only for the program's own user interface: queue progress, spinners, suggestions. */
const noise = new Set([
  "active_goal",
  "command_lifecycle",
  "keep_alive",
  "prompt_suggestion",
  "tool_progress",
  "tool_use_summary",
]);

export const parseLine = (text: string): Line | "noise" | "unknown" =>
  sortJsonLine({ lines, isNoise: ({ type }) => noise.has(type) }, text);

export const permissionRequest = z.object({
  subtype: z.literal("can_use_tool"),
  tool_name: z.string(),
  tool_use_id: z.string(),
  input: z.record(z.string(), z.unknown()),
  permission_suggestions: z.array(z.looseObject({ type: z.string() })).nullish(),
  suppress_always_allow_rule: z.boolean().optional(),
  /** Set if a subagent asks. */
  agent_id: z.string().optional(),
});

export type PermissionResult =
  | { behavior: "allow"; updatedInput: Record<string, unknown>; updatedPermissions?: unknown[] }
  | { behavior: "deny"; message: string };

/** A message to the program. */
export const request = (id: string, body: { subtype: string; [key: string]: unknown }): string =>
  JSON.stringify({ type: "control_request", request_id: id, request: body });

export const reply = (id: string, response: PermissionResult): string => succeed(id, response);

/** A hook's response without objections. */
export const goOn = (id: string): string => succeed(id, {});

const succeed = (id: string, response: object): string =>
  JSON.stringify({ type: "control_response", response: { subtype: "success", request_id: id, response } });

export const refuse = (id: string, error: string): string =>
  JSON.stringify({ type: "control_response", response: { subtype: "error", request_id: id, error } });
