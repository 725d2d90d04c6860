import { expect, test } from "vitest";
import { Life } from "./life.ts";

const header = {
  type: "session",
  version: 3,
  id: "00000000-0000-4000-8000-000000000001",
  timestamp: "2026-01-01T00:00:00.000Z",
  cwd: "/workspace",
};

test("[C-01] a process per prompt: the first line binds it, and its turn ends when it rests", () => {
  const life = new Life({}, "oneshot");
  expect(life.opening.writes).toEqual([]);
  const { facts } = life.print(header, { type: "agent_start" }, { type: "agent_settled" });
  expect(facts).toEqual([
    { type: "bound", nativeId: "00000000-0000-4000-8000-000000000001", provenance: "assigned" },
    { type: "turn_end", reason: "completed" },
  ]);
});

test("[A-17] a conversation that is gone is a failed resume, and the prompt that was given fails with it", () => {
  const stderr = "No session found matching '00000000-0000-4000-8000-000000000001'\n";
  const failed = {
    type: "resume_failed",
    message: "Pi no longer has the conversation 00000000-0000-4000-8000-000000000001.",
  };
  expect(new Life({ nativeId: "00000000-0000-4000-8000-000000000001" }).ended({ code: 1, stderr })).toMatchObject([
    failed,
  ]);
  expect(
    new Life({ nativeId: "00000000-0000-4000-8000-000000000001" }, "oneshot").ended({ code: 1, stderr }),
  ).toMatchObject([failed, { type: "turn_end", reason: "failed", error: failed.message }]);
});

test("[A-17] a conversation of another directory is not copied into this one", () => {
  const life = new Life({ nativeId: "00000000-0000-4000-8000-000000000001" });
  const { facts } = life.printText("Session found in different project: /elsewhere");
  expect(facts).toMatchObject([{ type: "resume_failed", message: expect.stringContaining("another directory") }]);
  expect(life.ended({ code: 0 })).toEqual([]);
});

test("what keeps it from starting is said in one sentence, with what to do", () => {
  for (const [stderr, code, hint] of [
    ["No models available. Use /login to log into a provider", "not_logged_in", /login/],
    ["Error: Unknown option: --session-id", "start_failed", /pi update/],
    ['Error: Failed to load extension "/x.ts": boom', "start_failed", /extension/],
  ] as const)
    expect(new Life().ended({ code: 1, stderr })).toMatchObject([
      { type: "error", data: { code, hint: expect.stringMatching(hint) } },
    ]);
  expect(new Life().ended({ code: 1, stderr: "boom" })).toEqual([]);
  expect(new Life().ended({ code: 143, stderr: "No models available", isStopped: true })).toEqual([]);
});
