// What the driver remembers of a running process: small, plain JSON, committed with the facts.
import * as z from "zod";
import type { Step as LineStep } from "../driver.ts";
import { askedSoFar, counted } from "../kit/questions/reused-question-id.ts";

const toolCall = z.object({
  /** The agent's id. */
  id: z.string(),
  name: z.string(),
  /** The file that it reads or writes, and its resulting size. */
  path: z.string().nullable(),
  bytes: z.number().nullable(),
  /** The agent's time of the call; null if unknown, or if a person's delay would count as the tool's time. */
  startedAt: z.string().nullable(),
});
export type OpenToolCall = z.infer<typeof toolCall>;

const question = z.object({
  /** Skein's id; a new one if the question has to be asked again. */
  id: z.string(),
  /** The agent's id. */
  request: z.string(),
  toolCall: z.string(),
  toolName: z.string(),
  /** Must be repeated in a yes: 2.1.197 refuses one without it. */
  input: z.record(z.string(), z.unknown()),
  /** The agent's grants for "for this session"; null if that can't be offered. */
  updates: z.array(z.unknown()).nullable(),
  isOfSubagent: z.boolean(),
  /** The subagent's name, if reported. */
  agent: z.string().nullable().default(null),
  /** The directory in which the tool would run; null if unknown. */
  directory: z.string().nullable().default(null),
  print: counted.print,
});
export type Question = z.infer<typeof question>;

const worker = z.object({
  /** The agent's id. */
  id: z.string(),
  /** The tool call that started it. */
  call: z.string().nullable(),
  /** The worker that started it. */
  parent: z.string().nullable(),
  title: z.string(),
  kind: z.enum(["subagent", "command", "other"]),
  /** No tool call waits for it, so it was reported as a background task. */
  isBackground: z.boolean(),
  /** How it ended, if that was reported before its end. */
  outcome: z.enum(["completed", "failed", "stopped", "unknown"]).nullable(),
});
export type Worker = z.infer<typeof worker>;

/** An entry of the plan. */
const task = z.object({
  id: z.string(),
  content: z.string(),
  status: z.enum(["pending", "in_progress", "completed"]),
});

export const claudeState = z.object({
  run: z.string(),
  cwd: z.string(),
  transport: z.enum(["stream", "oneshot"]),
  /** The conversation's id: a new one from Skein, or the one to resume. */
  nativeId: z.string(),
  /** The conversation that is resumed or forked; null for a new one. */
  resumes: z.string().nullable().default(null),
  /** Dead = it has reported that it can't start. */
  phase: z.enum(["starting", "ready", "dead"]),
  model: z.string().nullable(),
  /** In the agent's terms. */
  mode: z.string().nullable(),
  /** Only a process that was started without permissions can skip them later. */
  canSkipPermissions: z.boolean(),
  /** The directory's own settings were not loaded. */
  isWithheld: z.boolean().default(false),
  /** Pending requests for a mode or model. */
  settling: z.array(z.string()).default([]),
  /** The number of requests so far, which makes their ids unique. */
  requests: z.number(),
  /** The last prompt that the agent was given, while it has not ended. */
  prompt: z.string().nullable(),
  /** The agent has accepted that prompt. */
  isTaken: z.boolean(),
  /** That prompt was steered into the turn. */
  isSteered: z.boolean().default(false),
  /** Text for the running turn that the agent has not accepted yet. */
  steered: z.array(z.string()).default([]),
  /** The agent works on something without a prompt. */
  isOwnTurn: z.boolean(),
  /** That work was reported: text, a tool call, or its start. */
  isOwnTurnTold: z.boolean().default(false),
  /** A background task has ended, and its model has not been told yet. */
  isWoken: z.boolean().default(false),
  isInterrupting: z.boolean(),
  /** The kind of the last failed request that the agent reported. */
  failure: z.string().nullable(),
  /** When the quota is available again, in Unix seconds, as reported with the refusal. */
  resetsAt: z.number().nullable().default(null),
  /** The total that was reported so far: the agent reports running totals. */
  costUsd: z.number(),
  /** The number of messages and thoughts so far, which makes their ids unique. */
  texts: z.number(),
  /** The block that is being streamed, and how much of it was reported. */
  block: z
    .object({
      message: z.string(),
      id: z.string(),
      kind: z.enum(["agent_message", "agent_thought"]),
      length: z.number(),
    })
    .nullable(),
  /** The message that is being streamed. */
  message: z.string().nullable(),
  /** The id of the conversation's newest entry, where a fork can begin. */
  mark: z.string().nullable().default(null),
  tools: z.array(toolCall),
  /** The directories in which calls would run, by the agent's ids of the calls. */
  directories: z.array(z.object({ call: z.string(), path: z.string() })).default([]),
  questions: z.array(question),
  asked: askedSoFar,
  tasks: z.array(task),
  /** All work beside the conversation, whether a call waits for it or not. */
  workers: z.array(worker).default([]),
});
export type ClaudeState = z.infer<typeof claudeState>;

export type Step = LineStep<ClaudeState>;

/** Limits of the lists: what exceeds them is still shown, with less detail. */
export const MAX_TOOLS = 64;
export const MAX_TASKS = 200;
export const MAX_WORKERS = 200;
export const MAX_STEERED = 100;
