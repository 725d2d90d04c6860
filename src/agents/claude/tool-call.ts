// Tool calls: announced by the model or by a question about them, whichever comes first, and ended by their result.
import * as z from "zod";
import type { Fact } from "../driver.ts";
import { idIn } from "../kit/run-id.ts";
import { fileFact } from "../kit/tool-calls/file-fact.ts";
import { boundedInput, type ToolInput } from "../kit/tool-calls/tool-title.ts";
import { withoutDirectory } from "./directory.ts";
import { planAfter, planOf } from "./plan.ts";
import type { LineOf } from "./protocol.ts";
import { type ClaudeState, MAX_TOOLS, type OpenToolCall, type Step } from "./state.ts";
import { leftBehind } from "./task.ts";
import { fileOf, kindOf, titleOf } from "./tool.ts";

export const toolUse = z.object({
  type: z.literal("tool_use"),
  id: z.string(),
  name: z.string(),
  input: z.record(z.string(), z.unknown()),
});

export interface Call {
  id: string;
  name: string;
  input: ToolInput;
  status: "pending" | "running";
  startedAt: string | null;
  /** The background task that makes it; null = the turn. */
  task: string | null;
}

export const isKnown = (state: ClaudeState, id: string): boolean => state.tools.some((one) => one.id === id);

/** The facts that announce a call; none if it was announced already. */
export function callTool(state: ClaudeState, { id, name, input, status, startedAt, task }: Call): Step {
  if (isKnown(state, id)) return { state, facts: [] };
  const file = fileOf(name, input);
  const call: OpenToolCall = { id, name, path: file?.path ?? null, bytes: file?.bytes ?? null, startedAt };
  const next = { ...state, tools: [...state.tools, call].slice(-MAX_TOOLS) };
  const plan = planOf(name, input);
  // A background task's plan is not the conversation's.
  if (plan) return { state: next, facts: task === null ? [plan] : [] };
  const title = titleOf({ name, input, cwd: state.cwd });
  const data = {
    ...{ toolCallId: idIn(state, id), title, kind: kindOf(name), status, input: boundedInput(input) },
    ...(task === null ? {} : { taskId: task }),
  };
  return { state: next, facts: [{ type: "tool_call", data }] };
}

const toolResult = z.object({
  type: z.literal("tool_result"),
  tool_use_id: z.string(),
  content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]).nullish(),
  is_error: z.boolean().nullish(),
});

/** The results in a line; other blocks are the program's messages to its model: "[Request interrupted by user]". */
export function handleResults(state: ClaudeState, line: LineOf<"user">): Step {
  const blocks = typeof line.message.content === "string" ? [] : line.message.content;
  let step: Step = { state, facts: [] };
  for (const block of blocks) {
    const result = toolResult.safeParse(block);
    if (!result.success) continue;
    const taken = handleResult(step.state, result.data, line);
    const left = leftBehind(taken.state, result.data.tool_use_id);
    step = { state: left.state, facts: [...step.facts, ...taken.facts, ...left.facts] };
  }
  return step;
}

function handleResult(state: ClaudeState, result: z.infer<typeof toolResult>, line: LineOf<"user">): Step {
  const { tool_use_id: id } = result;
  const call = state.tools.find((one) => one.id === id);
  const next = withoutDirectory({ ...state, tools: state.tools.filter((one) => one !== call) }, id);
  const isFailed = result.is_error === true;
  const planned = call && !isFailed ? planAfter(next, call.name, line.tool_use_result) : null;
  if (planned?.isAll) return planned;
  const toolCallId = idIn(state, id);
  const output = outputOf(result, line.tool_use_result);
  const status = isFailed ? (state.isInterrupting ? "cancelled" : "failed") : "completed";
  const durationMs = durationOf(call?.startedAt, line.timestamp);
  return {
    state: planned?.state ?? next,
    facts: [
      ...(output === "" ? [] : [{ type: "tool_call_update" as const, data: { toolCallId, output } }]),
      ...(call && !isFailed ? fileFacts(call, toolCallId) : []),
      { type: "tool_call_update", data: { toolCallId, status, ...(durationMs === null ? {} : { durationMs }) } },
      ...(planned?.facts ?? []),
    ],
  };
}

const fileFacts = ({ name, path, bytes }: OpenToolCall, toolCallId: string): Fact[] =>
  path === null ? [] : [fileFact(kindOf(name), { path, bytes }, toolCallId)];

/** A shell's own output, and a subagent's own report: what the model gets has additional text of the program. */
const shellOutput = z.object({ stdout: z.string(), stderr: z.string(), backgroundTaskId: z.undefined() });
const report = z.object({ agentId: z.string(), status: z.literal("completed"), content: z.array(z.unknown()) });
/** It works in the background: the result is only a message to the model. */
const launched = z.object({ agentId: z.string(), status: z.literal("async_launched") });
const NO_OUTPUT = "(Bash completed with no output)";
const fileChange = z.object({ filePath: z.string(), structuredPatch: z.array(z.unknown()) });
const NO_NEED_TO_READ = " (file state is current in your context — no need to Read it back)";

function outputOf({ content, is_error }: z.infer<typeof toolResult>, detail: unknown): string {
  const shell = shellOutput.safeParse(detail);
  if (shell.success && is_error !== true) {
    const { stdout, stderr } = shell.data;
    return stdout !== "" && stderr !== "" ? `${stdout}\n${stderr}` : stdout + stderr;
  }
  if (launched.safeParse(detail).success && is_error !== true) return "";
  const reported = report.safeParse(detail);
  const said = reported.success ? reported.data.content : (content ?? []);
  if (typeof said === "string") {
    const isForModel = said.endsWith(NO_NEED_TO_READ) && fileChange.safeParse(detail).success;
    if (isForModel) return said.slice(0, -NO_NEED_TO_READ.length);
    return said === NO_OUTPUT ? "" : said;
  }
  return said.map(textOf).join("\n");
}

const textBlock = z.object({ text: z.string() });
const anyBlock = z.object({ type: z.string() });

const textOf = (block: unknown): string =>
  textBlock.safeParse(block).data?.text ?? `[${anyBlock.safeParse(block).data?.type ?? "something"}]`;

/** By the agent's own clock; null if unknown. */
function durationOf(start: string | null | undefined, end: string | undefined): number | null {
  const durationMs = Date.parse(end ?? "") - Date.parse(start ?? "");
  return durationMs >= 0 ? durationMs : null;
}
