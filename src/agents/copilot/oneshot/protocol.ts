// The parts of Copilot CLI's JSON output that Skein uses, one event per line; taken from the output of 1.0.102.

import * as z from "zod";
import { sortJsonLine } from "../../kit/json-line.ts";

/** Set for a subagent's text and calls. */
const parent = { parentToolCallId: z.string().nullish() };

const event = <T extends string, D extends z.ZodType>(type: T, data: D) => z.object({ type: z.literal(type), data });

const failure = z.object({ message: z.string(), code: z.string().optional() }).nullish();

/** The only end of the process's work. */
const result = z.object({ type: z.literal("result"), sessionId: z.string().optional(), exitCode: z.number() });

const count = z.number().nonnegative();

/** The content of the program's usage file, as a line that Skein adds: see `launch.ts`. */
const usage = z.object({
  type: z.literal("skein.usage"),
  totals: z
    .object({
      modelMetrics: z.record(z.string(), z.object({ usage: z.object({ inputTokens: count, outputTokens: count }) })),
    })
    .nullable()
    .catch(null),
});

const lines = z.discriminatedUnion("type", [
  event("session.tools_updated", z.object({ model: z.string().optional() })),
  event("user.message", z.looseObject({})),
  event("abort", z.looseObject({})),
  event("assistant.message_delta", z.object({ messageId: z.string(), deltaContent: z.string(), ...parent })),
  event("assistant.message", z.object({ messageId: z.string(), content: z.string(), ...parent })),
  event("assistant.reasoning_delta", z.object({ reasoningId: z.string(), deltaContent: z.string(), ...parent })),
  event("assistant.reasoning", z.object({ reasoningId: z.string(), content: z.string(), ...parent })),
  event(
    "tool.execution_start",
    z.object({
      toolCallId: z.string(),
      toolName: z.string(),
      arguments: z.record(z.string(), z.unknown()).catch({}),
    }),
  ),
  event("tool.shell_output", z.object({ toolCallId: z.string(), text: z.string() })),
  event(
    "tool.execution_complete",
    z.object({
      toolCallId: z.string(),
      success: z.boolean(),
      result: z.object({ content: z.string() }).nullish(),
      error: failure,
      fileEdits: z.array(z.object({ path: z.string(), kind: z.string() })).optional(),
    }),
  ),
  event("session.error", z.object({ message: z.string(), errorType: z.string().optional() })),
  event("session.warning", z.object({ message: z.string() })),
  event("session.info", z.object({ message: z.string(), infoType: z.string().optional() })),
  result,
  usage,
]);

export type Line = z.infer<typeof lines>;
export type LineOf<T extends Line["type"]> = Extract<Line, { type: T }>;

/** Part of the program's own history, without meaning for readers. */
const noise = new Set([
  "assistant.turn_start",
  "assistant.turn_end",
  "session.mode_changed",
  "session.mode_notice_delivered",
  "session.model_change",
  "session.resume",
  "session.shutdown",
  "session.skills_loaded",
  "session.start",
  "session.title_changed",
  "session.usage_record",
  "system.message",
]);

/** Unknown events that the program marks as temporary are noise. */
export const parseLine = (text: string): Line | "noise" | "unknown" =>
  sortJsonLine({ lines, isNoise: ({ type, ephemeral }) => ephemeral === true || noise.has(type) }, text);
