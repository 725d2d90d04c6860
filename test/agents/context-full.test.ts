// A conversation that has grown too long for its model: which agents say so, and what to do about it.
import { expect, test } from "vitest";
import { endOfFailed } from "../../src/agents/codex/failure.ts";
import { failureOf } from "../../src/agents/opencode/failure.ts";

const message = "The conversation is too long.";
const error = { code: "context_full", message, hint: "start a new session: skein new" };

test("[C-13] Codex: its turn fails with context_full", () => {
  expect(endOfFailed({ message, info: "contextWindowExceeded", status: null, resetsAt: null }, null)).toEqual([
    { type: "error", data: error },
    { type: "turn_end", reason: "failed", error: message },
  ]);
});

test("[C-13] OpenCode: its error is context_full", () => {
  expect(failureOf({ name: "ContextOverflowError", data: { message } })).toEqual(error);
});
