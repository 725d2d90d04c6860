// Converts Claude Code's two kinds of to-do lists to a plan: a tool that writes the whole list, and tools for single tasks.
import * as z from "zod";
import type { Fact } from "../driver.ts";
import type { ToolInput } from "../kit/tool-calls/tool-title.ts";
import { type ClaudeState, MAX_TASKS } from "./state.ts";

const status = z.enum(["pending", "in_progress", "completed"]);
const todos = z.object({ todos: z.array(z.object({ content: z.string(), status })) });

/** The plan that a call contains; null for all other calls. */
export function planOf(name: string, input: ToolInput): Fact | null {
  const written = name === "TodoWrite" ? todos.safeParse(input) : null;
  if (!written?.success) return null;
  return { type: "plan", data: { entries: written.data.todos.map(({ content, status }) => ({ content, status })) } };
}

const created = z.object({ task: z.object({ id: z.string(), subject: z.string() }) });
const updated = z.object({ taskId: z.string(), statusChange: z.object({ to: z.string() }).optional() });

interface Planned {
  state: ClaudeState;
  facts: Fact[];
  /** Nothing else of the call is shown. */
  isAll: boolean;
}

/** The plan after a successful call; null if the call does not change it. */
export function planAfter(state: ClaudeState, name: string, result: unknown): Planned | null {
  if (name === "TodoWrite") return { state, facts: [], isAll: true };
  const tasks = tasksAfter(state, name, result);
  if (!tasks) return null;
  const entries = tasks.map(({ content, status }) => ({ content, status }));
  return { state: { ...state, tasks }, facts: [{ type: "plan", data: { entries } }], isAll: false };
}

function tasksAfter({ tasks }: ClaudeState, name: string, result: unknown): ClaudeState["tasks"] | null {
  if (name === "TaskCreate") {
    const made = created.safeParse(result);
    if (!made.success) return null;
    const { id, subject } = made.data.task;
    return [...tasks.filter((one) => one.id !== id), { id, content: subject, status: "pending" as const }].slice(
      -MAX_TASKS,
    );
  }
  if (name !== "TaskUpdate") return null;
  const change = updated.safeParse(result);
  if (!change.success || !tasks.some(({ id }) => id === change.data.taskId)) return null;
  const to = change.data.statusChange?.to;
  if (to === "deleted") return tasks.filter(({ id }) => id !== change.data.taskId);
  const known = status.safeParse(to);
  if (!known.success) return null;
  return tasks.map((one) => (one.id === change.data.taskId ? { ...one, status: known.data } : one));
}
