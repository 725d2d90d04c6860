// What the driver must remember of a running process: small, plain JSON, committed with the facts.
import * as z from "zod";
import type { Step as LineStep } from "../driver.ts";
import { askedSoFar, counted } from "../kit/questions/reused-question-id.ts";

const toolCall = z.object({
  /** The agent's id. */
  id: z.string(),
  name: z.string(),
  /** The file that it reads or writes, and how many bytes it will have. */
  path: z.string().nullable(),
  bytes: z.number().nullable(),
  /** The agent's clock when it was called; null where unknown, or where a person's thinking would count as its work. */
  startedAt: z.string().nullable(),
});
export type OpenToolCall = z.infer<typeof toolCall>;

const question = z.object({
  /** Ours; another one when it has to be asked again. */
  id: z.string(),
  /** The agent's. */
  request: z.string(),
  toolCall: z.string(),
  toolName: z.string(),
  /** Must be sent back with a yes: 2.1.197 refuses one without it. */
  input: z.record(z.string(), z.unknown()),
  /** What "for this session" means in the agent's words; null where it can't be offered. */
  updates: z.array(z.unknown()).nullable(),
  isOfSubagent: z.boolean(),
  /** The subagent's name, where the agent gives it. */
  agent: z.string().nullable().default(null),
  /** Where the tool would run; null where nobody has said it. */
  directory: z.string().nullable().default(null),
  print: counted.print,
});
export type Question = z.infer<typeof question>;

const worker = z.object({
  /** The agent's. */
  id: z.string(),
  /** The tool call that began it. */
  call: z.string().nullable(),
  /** The worker that began it. */
  parent: z.string().nullable(),
  title: z.string(),
  kind: z.enum(["subagent", "command", "other"]),
  /** No tool call waits for it: people know of it. */
  isBackground: z.boolean(),
  /** How it ended, where that was said before its end. */
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
  /** The conversation's name: ours, or the one to go on with. */
  nativeId: z.string(),
  /** The conversation that it goes on with, or that its own branches off from; null for one that is new. */
  resumes: z.string().nullable().default(null),
  /** Dead = it has said that it can't start. */
  phase: z.enum(["starting", "ready", "dead"]),
  model: z.string().nullable(),
  /** In the agent's words. */
  mode: z.string().nullable(),
  /** Only a process that was started without permissions may drop them later. */
  canSkipPermissions: z.boolean(),
  /** What the directory brings was left unread. */
  isWithheld: z.boolean().default(false),
  /** Wishes for mode and model that it has not answered yet, by their requests. */
  settling: z.array(z.string()).default([]),
  /** Requests made so far: they make ids. */
  requests: z.number(),
  /** The prompt that the agent was given last and has not ended. */
  prompt: z.string().nullable(),
  /** The agent has taken up that prompt. */
  isTaken: z.boolean(),
  /** That prompt was steered into the turn. */
  isSteered: z.boolean().default(false),
  /** Words for the running turn that the agent has not taken up yet. */
  steered: z.array(z.string()).default([]),
  /** The agent works on something that nobody asked for. */
  isOwnTurn: z.boolean(),
  /** People have heard of it: a word, a tool call, or that it began. */
  isOwnTurnTold: z.boolean().default(false),
  /** A background task has ended, and its model is still to hear of it. */
  isWoken: z.boolean().default(false),
  isInterrupting: z.boolean(),
  /** The kind of the failed request that the agent spoke of last. */
  failure: z.string().nullable(),
  /** When the vendor gives again, in seconds, as it said when it refused. */
  resetsAt: z.number().nullable().default(null),
  /** As reported so far: the agent's number is a running total. */
  costUsd: z.number(),
  /** Messages and thoughts so far: they make ids. */
  texts: z.number(),
  /** The block that is being streamed: how much of it was passed on. */
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
  /** The newest entry of the conversation, by the agent's name for it: a fork can begin there. */
  mark: z.string().nullable().default(null),
  tools: z.array(toolCall),
  /** Where calls would run, by the agent's ids for them. */
  directories: z.array(z.object({ call: z.string(), path: z.string() })).default([]),
  questions: z.array(question),
  asked: askedSoFar,
  tasks: z.array(task),
  /** What works beside the conversation, waited for or not. */
  workers: z.array(worker).default([]),
});
export type ClaudeState = z.infer<typeof claudeState>;

export type Step = LineStep<ClaudeState>;

/** Bounds of the lists: what falls out is still shown, only less well. */
export const MAX_TOOLS = 64;
export const MAX_TASKS = 200;
export const MAX_WORKERS = 200;
export const MAX_STEERED = 100;
