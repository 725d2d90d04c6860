// Work beside the conversation: subagents, commands, monitors. If a tool call waits for it, it belongs to that call; otherwise it is a
// background task, which can outlive the turn.
import * as z from "zod";
import type { TaskKind, TaskOutcome } from "../../core/index.ts";
import type { Fact } from "../driver.ts";
import { idIn } from "../kit/run-id.ts";
import { noticeOf } from "./notice.ts";
import type { LineOf } from "./protocol.ts";
import { type ClaudeState, MAX_WORKERS, type Step, type Worker } from "./state.ts";

type System = LineOf<"system">;

const started = z.object({
  task_id: z.string(),
  tool_use_id: z.string().optional(),
  description: z.string().catch(""),
  task_type: z.string().catch("task"),
  parent_task_id: z.string().optional(),
  /** Versions before 2.1.325 don't report this; then a tool call that ends before its task shows it. */
  is_backgrounded: z.boolean().optional(),
  /** The program's own housekeeping. */
  skip_transcript: z.boolean().optional(),
  ambient: z.boolean().optional(),
});

export function handleStarted(state: ClaudeState, line: System): Step {
  const known = started.safeParse(line).data;
  if (!known || known.skip_transcript || known.ambient) return { state, facts: [] };
  const { task_id: id, tool_use_id: call = null, parent_task_id: parent = null, description, task_type } = known;
  if (state.workers.some((one) => one.id === id && one.isBackground)) return { state, facts: [] };
  const title = description === "" ? task_type.replaceAll("_", " ") : description;
  const worker: Worker = { id, call, parent, title, kind: kindOf(task_type), isBackground: false, outcome: null };
  const others = withRoom(state.workers.filter((one) => one.id !== id));
  if (!others) return { state, facts: [] };
  const next = { ...state, workers: [...others, worker] };
  const isAwaited = known.is_backgrounded === false || (known.is_backgrounded === undefined && isOpen(state, call));
  return isAwaited ? { state: next, facts: [] } : toBackground(next, worker);
}

/** Reported tasks are kept, so that each of them gets an end; null if there is no room for another one. */
function withRoom(workers: readonly Worker[]): readonly Worker[] | null {
  if (workers.length < MAX_WORKERS) return workers;
  const oldest = workers.find(({ isBackground }) => !isBackground);
  return oldest ? workers.filter((one) => one !== oldest) : null;
}

const isOpen = ({ tools }: ClaudeState, call: string | null): boolean => tools.some(({ id }) => id === call);

function kindOf(type: string): TaskKind {
  if (type.endsWith("agent") || type.endsWith("teammate")) return "subagent";
  return type.endsWith("bash") || type.endsWith("shell") ? "command" : "other";
}

/** No call waits for it any more. */
function toBackground(state: ClaudeState, worker: Worker): Step {
  if (worker.isBackground) return { state, facts: [] };
  const workers = state.workers.map((one) => (one === worker ? { ...one, isBackground: true } : one));
  const { id, kind, title, call } = worker;
  const toolCall = call === null ? {} : { toolCallId: idIn(state, call) };
  return {
    state: { ...state, workers },
    facts: [{ type: "task_start", data: { taskId: idIn(state, id), kind, title, ...toolCall } }],
  };
}

/** A call has its result: what it started and has not ended continues in the background. */
export function leftBehind(state: ClaudeState, call: string): Step {
  const worker = state.workers.find((one) => one.call === call && one.outcome === null);
  return worker ? toBackground(state, worker) : { state, facts: [] };
}

const updated = z.object({
  task_id: z.string(),
  patch: z.object({ status: z.string().optional(), is_backgrounded: z.boolean().optional() }),
});

/** Only remembers how it ended: the following notification contains a text about it. */
export function handleUpdated(state: ClaudeState, line: System): Step {
  const known = updated.safeParse(line).data;
  const worker = state.workers.find(({ id }) => id === known?.task_id);
  if (!known || !worker) return { state, facts: [] };
  const { status, is_backgrounded } = known.patch;
  if (is_backgrounded === true) return toBackground(state, worker);
  const outcome = status === undefined ? null : (outcomes[status] ?? null);
  const workers = state.workers.map((one) => (one === worker ? { ...one, outcome: outcome ?? one.outcome } : one));
  return { state: { ...state, workers }, facts: [] };
}

const outcomes: Readonly<Record<string, TaskOutcome>> = {
  completed: "completed",
  failed: "failed",
  killed: "stopped",
  stopped: "stopped",
};

const notified = z.object({
  task_id: z.string(),
  tool_use_id: z.string().optional(),
  status: z.string().catch(""),
  summary: z.string().catch(""),
  skip_transcript: z.boolean().optional(),
  ambient: z.boolean().optional(),
});

export function handleNotification(state: ClaudeState, line: System): Step {
  const known = notified.safeParse(line).data;
  if (known?.skip_transcript || known?.ambient) return { state, facts: [] };
  const worker = state.workers.find(({ id }) => id === known?.task_id);
  if (!known || !worker) {
    // A tool call that waits for it will report it.
    return { state, facts: isOpen(state, known?.tool_use_id ?? null) ? [] : [noticeOf(line)] };
  }
  const outcome = outcomes[known.status] ?? worker.outcome ?? "unknown";
  return endOf(state, worker, { outcome, summary: known.summary === worker.title ? "" : known.summary });
}

const level = z.object({ tasks: z.array(z.object({ task_id: z.string() })) });

/** The complete list of background tasks. Any other one has ended, even if its own lines were missed. */
export function handleLevel(state: ClaudeState, line: System): Step {
  const working = level.safeParse(line).data?.tasks.map(({ task_id }) => task_id);
  if (!working) return { state, facts: [] };
  const gone = state.workers.filter(({ id, isBackground }) => isBackground && !working.includes(id));
  let step: Step = { state, facts: [] };
  for (const worker of gone) {
    const { state: next, facts } = endOf(step.state, worker, { outcome: worker.outcome ?? "unknown", summary: "" });
    step = { state: next, facts: [...step.facts, ...facts] };
  }
  return step;
}

const MAX_SUMMARY = 500;

/** The program tells its model of every task's end: in the running turn, or in one that it starts for that (2.1.325). Not after an interrupt. */
function endOf(state: ClaudeState, worker: Worker, end: { outcome: TaskOutcome; summary: string }): Step {
  const workers = state.workers.filter((one) => one !== worker);
  const questions = state.questions.filter(({ agent }) => agent !== worker.id);
  const next = { ...state, workers, questions };
  if (!worker.isBackground) return { state: next, facts: [] };
  const wakes = !state.isInterrupting && state.prompt === null && !state.isOwnTurn;
  const summary = end.summary.slice(0, MAX_SUMMARY);
  const fact: Fact = {
    ...{ type: "task_end", taskId: idIn(state, worker.id), outcome: end.outcome },
    ...(summary === "" ? {} : { summary }),
    ...(wakes ? { wakes } : {}),
  };
  return { state: { ...next, isWoken: !state.isInterrupting }, facts: [fact] };
}

/** The background task that a line belongs to: by the subagent's name, or by its call. Null = the turn. */
export function taskBehind(
  state: ClaudeState,
  { agent, call }: { agent?: string | null | undefined; call?: string | null | undefined },
): string | null {
  const { workers } = state;
  let worker = workers.find(({ id }) => id === agent) ?? workers.find((one) => one.call !== null && one.call === call);
  // A subagent for which another one waits belongs to that one. The steps are limited, because the references may be circular.
  for (const _ of workers) {
    if (!worker || worker.isBackground) break;
    const { parent } = worker;
    worker = workers.find(({ id }) => id === parent);
  }
  return worker?.isBackground ? idIn(state, worker.id) : null;
}
