// Writes a directory as Mitto keeps it, from the description of its format.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface MittoRecord {
  seq?: number;
  type?: string;
  timestamp?: string;
  data?: unknown;
  [field: string]: unknown;
}

export interface MittoSession {
  id: string;
  metadata?: Record<string, unknown> | string | null;
  records?: readonly (MittoRecord | string)[];
  queue?: unknown;
}

const START = Date.UTC(2025, 4, 4, 10);
export const timeOf = (second: number): string => new Date(START + second * 1000).toISOString();
export const idOf = (number: number): string => `20250504-100000-${number.toString(16).padStart(8, "0")}`;

export const record = (seq: number, type: string, data: unknown, more: MittoRecord = {}): MittoRecord => ({
  ...{ seq, type, timestamp: timeOf(seq), data },
  ...more,
});
export const prompt = (seq: number, message: string): MittoRecord => record(seq, "user_prompt", { message });
export const said = (seq: number, html: string): MittoRecord => record(seq, "agent_message", { html });

export const metadataOf = (id: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...{ session_id: id, name: `Session ${id.slice(-2)}`, acp_server: "Claude Code", acp_session_id: `acp-${id}` },
  ...{ working_dir: "/work/app", created_at: timeOf(0), updated_at: timeOf(99), event_count: 3, max_seq: 3 },
  status: "completed",
  ...more,
});

/** Strings are lines as they are; the file ends with a line feed unless the last one is `…` and a text. */
export function contentOf(records: readonly (MittoRecord | string)[]): string {
  return records.map((one) => (typeof one === "string" ? one : `${JSON.stringify(one)}\n`)).join("");
}

/** Returns Mitto's directory. */
export function writeMitto(directory: string, sessions: readonly MittoSession[]): string {
  for (const { id, metadata = metadataOf(id), records = [], queue } of sessions) {
    const folder = join(directory, "sessions", id);
    mkdirSync(folder, { recursive: true });
    const text = typeof metadata === "string" ? metadata : JSON.stringify(metadata);
    if (metadata !== null) writeFileSync(join(folder, "metadata.json"), text);
    writeFileSync(join(folder, "events.jsonl"), contentOf(records));
    if (queue !== undefined) writeFileSync(join(folder, "queue.json"), JSON.stringify(queue));
  }
  return directory;
}

/** A conversation with one of everything. */
export const everything = (): MittoRecord[] => [
  record(1, "session_start", { session_id: "x", acp_server: "Claude Code", working_dir: "/work/app" }),
  record(2, "user_prompt", { message: "fix the bug", images: [{ id: "i1", name: "a.png", mime_type: "image/png" }] }),
  record(3, "agent_thought", { text: "Let me see." }),
  record(4, "agent_message", { html: "<p>I will <strong>look</strong>.</p>" }),
  record(5, "agent_message", { html: "<ul><li>one</li><li>two</li></ul>" }),
  record(6, "tool_call", {
    tool_call_id: "c1",
    title: "Read x",
    status: "pending",
    kind: "read",
    raw_input: { path: "x" },
  }),
  record(7, "tool_call_update", { tool_call_id: "c1", status: "completed", title: "Read x.ts" }),
  record(8, "file_read", { path: "/work/app/x.ts", size: 10 }),
  record(9, "permission", { title: "Write x.ts", selected_option: "allow", outcome: "approved" }),
  record(10, "file_write", { path: "/work/app/x.ts", size: 12 }),
  record(11, "permission", { title: "rm -rf /", selected_option: "", outcome: "cancelled" }),
  record(12, "plan", { entries: [{ content: "one", priority: "high", status: "in_progress" }] }),
  record(13, "ui_prompt_answer", { request_id: "r1", option_id: "o1", label: "Yes" }),
  record(14, "agent_message", { html: "<p>Done &amp; dusted</p>" }),
  record(15, "user_prompt", { message: "and now?" }),
  record(16, "error", { message: "the model is gone", code: 7 }),
  record(17, "session_end", { reason: "user_quit", event_count: 17 }),
];
