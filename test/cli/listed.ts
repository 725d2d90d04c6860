// A session as lists give it, for tests of what people see.
import type { ListedSession } from "../../src/client/index.ts";

export const listed = (facts: Partial<ListedSession>): ListedSession => ({
  id: "3f2a9c1e-0000-4000-8000-000000000001",
  name: "api",
  title: null,
  status: "idle",
  reason: { code: "idle", text: "last turn completed", seq: 9 },
  agent: "demo",
  head: 9,
  workspace: { id: "w", path: "/home/ada/src/api" },
  createdAt: "2026-01-01T00:00:00.000Z",
  lastActiveAt: "2026-01-01T11:58:00.000Z",
  updatedAt: "2026-01-01T11:58:00.000Z",
  queued: 0,
  turns: 1,
  lastMessage: null,
  nativeId: null,
  model: null,
  usage: { inputTokens: 0, outputTokens: 0, costUsd: 0 },
  active: false,
  ...facts,
});
