// One event of every type, with the same text wherever the type has one.
import type { DataOf, EventType } from "../../../src/core/index.ts";

type Samples = { readonly [T in EventType]: (text: string, here: string) => DataOf<T> };

const file = (text: string) => ({ name: text, mediaType: text, hash: text, bytes: 1 });
const spent = { inputTokens: 1, outputTokens: 1, costUsd: 1 };

export const samples: Samples = {
  session_start: (text, here) => ({
    ...{ agent: "scripted", name: text, resumed: true, after: text },
    workspace: { id: text, path: here, alias: text, repoId: text },
    fork: {
      ...{ session: text, seq: 1, turn: text },
      native: { nativeId: text, mark: text, nextMark: text, isWhole: true, spent },
    },
  }),
  session_end: (reason) => ({ reason }),
  imported: (text, here) => ({ from: text, workspace: { id: text, path: here }, unresumable: text }),
  external_id: (text) => ({
    ...{ system: "mitto", id: text, agent: text, conversation: text, parent: text },
    taken: { records: 1e15, last: text, waiting: [text] },
  }),
  archived: () => ({}),
  unarchived: () => ({}),
  trashed: (text) => ({ batch: text, until: text }),
  restored: () => ({}),
  renamed: (name) => ({ name }),
  selected: () => ({}),
  acknowledged: () => ({ seq: 1e15 }),
  arranged: (text) => ({ pinned: true, snooze: { until: text }, unread: true, position: text }),
  error: (text) => ({ code: text, message: text, hint: text }),
  notice: (text) => ({ kind: text, text, raw: text }),
  lost: (text) => ({ text, from: 1, to: 1e15 }),
  prompt_queued: (text) => ({
    ...{ promptId: text, text, files: [file(text)], before: text, notBefore: text, after: text, held: true },
    steer: { turn: text, otherwise: "queue" },
  }),
  prompt_edited: (text) => ({ promptId: text, text, notBefore: text, after: text, held: false }),
  queue_ordered: (text) => ({ order: [text, text] }),
  queue_paused: () => ({ paused: true }),
  user_prompt: (text) => ({ promptId: text, text, turn: text, files: [file(text)], steered: true }),
  prompt_withdrawn: (text) => ({ promptId: text, reason: text }),
  turn_start: (text) => ({ turn: text, promptId: text }),
  turn_end: (text) => ({ turn: text, promptId: text, reason: "failed", error: text, durationMs: 1e308, mark: text }),
  checkpoint: (text) => ({ turn: text, moment: "end", tree: "0".repeat(40), left: [text] }),
  steer_taken: (text) => ({ turn: text, promptId: text }),
  interrupt: (turn) => ({ turn, state: "requested" }),
  agent_message: (text) => ({ messageId: text, text }),
  agent_thought: (text) => ({ messageId: text, text }),
  plan: (content) => ({ entries: [{ content, status: "in_progress" }] }),
  tool_call: (text) => ({ toolCallId: text, title: text, kind: text, status: "running", input: { [text]: text } }),
  tool_call_update: (text) => ({ toolCallId: text, status: "failed", title: text, output: text, durationMs: -1e308 }),
  task_start: (text) => ({ taskId: text, kind: "subagent", title: text, toolCallId: text }),
  task_end: (text) => ({ taskId: text, outcome: "failed", summary: text, wakes: true, workedMs: 1e308 }),
  task_stop: () => ({ state: "requested" }),
  file_read: (text) => ({ path: text, toolCallId: text }),
  file_write: (text) => ({ path: text, toolCallId: text, bytes: -1 }),
  permission: (text) => ({
    ...{ id: text, state: "asked", title: text, detail: text, toolCallId: text },
    options: [{ id: text, label: text, kind: "allow_always" }],
    request: { kind: "execute", tool: text, command: text, paths: [text] },
    form: [{ id: text, label: text, kind: "choice", options: [{ value: text, label: text, description: text }] }],
  }),
  rule_added: (text) => ({ rule: text, permission: text }),
  agent_start: (text) => ({ run: text, agent: text, resume: text, fork: text }),
  agent_bound: (text) => ({ run: text, nativeId: text, provenance: "assigned", model: text }),
  commands_listed: (text) => ({
    run: text,
    commands: [{ name: text, description: text, hint: text, aliases: [text] }],
  }),
  resume_failed: (text) => ({ run: text, nativeId: text, message: text, hint: text }),
  agent_parked: (text) => ({ run: text, text }),
  agent_exit: (text) => ({
    ...{ run: text, outcome: "crashed", code: -1e308, signal: text, turn: text, text, stderr: text },
  }),
  usage: (turn) => ({ turn, inputTokens: 1e308, outputTokens: 1e308, costUsd: 1e308 }),
  mode_changed: (mode) => ({ mode }),
  mode_unset: () => ({}),
  model_changed: (model) => ({ model }),
  agent_configured: (text) => ({ run: text, mode: text, model: text }),
  limits_changed: () => ({ turnMinutes: 1e308, budgetUsd: null, budgetTokens: 0 }),
  quota_reached: (text) => ({ until: text, text }),
  quota_reported: (text) => ({ window: text, usedPercent: 1e9, resetsAt: text }),
  prompt_waiting: (text) => ({ promptId: text, text }),
};

export const everyType = Object.keys(samples) as EventType[];

/** Moves the cursor, writes to the clipboard, turns text around, ends a line, and would be a flag. */
export const HOSTILE_TEXT = "--x\u001b]52;c;aGk=\u0007\u001b[2J\u009b31m\u202e\u2028\r\u0000\u007f$(x)`x`";

/** The same data with everything in it of another kind. */
export function misshapen(value: unknown): unknown {
  if (typeof value === "string") return [value];
  if (typeof value === "number" || typeof value === "boolean") return { value };
  if (Array.isArray(value)) return String(value);
  if (value === null) return 0;
  const entries = Object.entries(value as object);
  return entries.length === 0 ? null : Object.fromEntries(entries.map(([key, one]) => [key, misshapen(one)]));
}
