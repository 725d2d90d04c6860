// How long a tool of the demo agent took: the time in which it ran, and not the time in which a person thought about it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { tools } from "../../src/agents/demo/agent/directives/tools.ts";
import type { Answer, Turn } from "../../src/agents/demo/agent/turn.ts";
import type { AgentLine } from "../../src/agents/demo/protocol.ts";
import { tempDir } from "../kit/temp-dir.ts";

const THINKING_MS = 60_000;

/** A turn whose person answers after a minute. */
function turnWith(option: string): { turn: Turn; lines: AgentLine[] } {
  const lines: AgentLine[] = [];
  const turn: Partial<Turn> = {
    output: { line: (line) => lines.push(line), bytes() {}, close() {} },
    signal: new AbortController().signal,
    newId: (kind) => `${kind}1`,
    nextWords: () => null,
    onWords: () => () => {},
    paceMs: 0,
    saidCharacters: 0,
    onAnswer(_question, reply: (answer: Answer) => void) {
      vi.advanceTimersByTime(THINKING_MS);
      queueMicrotask(() => reply({ option, message: null, content: {} }));
      return () => {};
    },
  };
  return { turn: turn as Turn, lines };
}

function stopTheClock(): void {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

test("a tool that was allowed took the time since then", async () => {
  stopTheClock();
  const { turn, lines } = turnWith("allow");
  const path = join(tempDir(), "a.txt");
  await tools["ask-write"].run(turn, `${path} | text`);
  expect(readFileSync(path, "utf8")).toBe("text");
  expect(lines.at(-1)).toEqual({ type: "tool_end", call: "c1", status: "completed", durationMs: 0 });
});

test("a tool that was denied never ran, and took no time that could be told", async () => {
  stopTheClock();
  const { turn, lines } = turnWith("deny");
  await tools["ask-write"].run(turn, "a.txt | text");
  expect(lines.find(({ type }) => type === "tool_end")).toEqual({ type: "tool_end", call: "c1", status: "cancelled" });
});
