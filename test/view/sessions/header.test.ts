// What the header of a session says.
import { expect, test } from "vitest";
import { initialState } from "../../../src/core/index.ts";
import { type Activity, backgroundText, stateText, usageText } from "../../../src/view/index.ts";
import { asks, NOW, row, running } from "./rows.ts";

const nowMs = Date.parse(NOW);
const startedAt = "2026-03-01T11:58:00.000Z";
const { turn, task } = initialState;
const open = { turn: "t1", promptId: null, startedAt, seq: 1, interrupt: "none" as const };
const doing = (tool: string | null): Activity => ({ state: { turn: { ...turn, open }, task }, tool });

test("a turn that runs says for how long, and what it does", () => {
  expect(stateText(running("a"), doing("npm test"), nowMs)).toBe("working 2 min: npm test");
  expect(stateText(running("a"), doing("Run `x\u202ey`"), nowMs)).toBe("working 2 min: Run x⟨U+202E⟩y");
  expect(stateText(running("a"), doing(null), nowMs)).toBe("working 2 min");
  expect(stateText(running("a"), null, nowMs)).toBe("working");
  const stopping = { ...turn, open: { ...open, interrupt: "sent" as const } };
  expect(stateText(running("a"), { state: { turn: stopping, task }, tool: "npm test" }, nowMs)).toBe(
    "working 2 min: stops",
  );
});

test("a session that asks says what, an idle one says so", () => {
  expect(stateText(asks("a"), null, nowMs)).toBe("asks: rm -rf build");
  expect(stateText(row("a"), null, nowMs)).toBe("idle");
});

test("background work is a state of its own", () => {
  const running = [
    { taskId: "1", kind: "command" as const, title: "npm run watch", promptId: null, startedAt, seq: 1 },
  ];
  expect(backgroundText({ task: { ...task, running } }, nowMs)).toBe(
    "1 task in the background for 2 min: npm run watch",
  );
  expect(backgroundText({ task: { ...task, running, beyond: 2 } }, nowMs)).toMatch(/^3 tasks in the background/);
  expect(backgroundText({ task }, nowMs)).toBeNull();
});

test("usage is short, and absent where nothing was reported", () => {
  expect(usageText({ inputTokens: 12_000, outputTokens: 340, costUsd: 0.418 })).toBe("12.3k tokens, $0.42");
  expect(usageText({ inputTokens: 999_999, outputTokens: 0, costUsd: 0 })).toBe("1.00M tokens");
  expect(usageText({ inputTokens: 0, outputTokens: 0, costUsd: 0 })).toBeNull();
});
