// Rows of sessions for tests of view models.
import type { ListedSession } from "../../../src/protocol/index.ts";

export const NOW = "2026-03-01T12:00:00.000Z";

/** An idle session in /w/api that was last used at `NOW`. */
export const row = (id: string, fields: Partial<ListedSession> = {}): ListedSession => ({
  id,
  name: null,
  title: null,
  status: "idle",
  reason: { code: "idle", text: "last turn completed", seq: 9 },
  agent: "demo",
  head: 9,
  workspace: { id: "w", path: "/w/api" },
  createdAt: NOW,
  lastActiveAt: NOW,
  updatedAt: NOW,
  queued: 0,
  turns: 1,
  lastMessage: null,
  nativeId: null,
  model: null,
  usage: { inputTokens: 0, outputTokens: 0, costUsd: 0 },
  active: false,
  ...fields,
});

const status =
  (word: ListedSession["status"], code: string, text: string) =>
  (id: string, fields: Partial<ListedSession> = {}): ListedSession =>
    row(id, { status: word, reason: { code, text, seq: 9 }, ...fields });

export const asks = status("waiting", "permission", "permission: rm -rf build");
export const quota = status("waiting", "quota", "quota until 2026-03-01T14:00:00.000Z");
export const failed = status("error", "crashed", "the agent ended with code 3");
export const running = status("running", "running", "turn t1 is running");
export const unread = status("waiting", "finished", "finished (completed), not read yet");
