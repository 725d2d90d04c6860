// The Claude Code driver, held to what two versions of the real program printed under it.
import { describe } from "vitest";
import { createClaudeDriver } from "../../src/agents/claude/driver.ts";
import { describeDriverContract } from "./driver-contract.ts";
import { testRecordedLives } from "./recorded-lives.ts";
import { contextFor, readRecording, type Step } from "./recording.ts";

const stream = createClaudeDriver({ transport: "stream" });
const oneshot = createClaudeDriver({ transport: "oneshot" });

describe.each(["2.1.197", "2.1.325"])("Claude Code %s", (version) => {
  const directory = `test/recordings/claude-${version}`;
  const recording = (name: string) => asToday(readRecording(`${directory}/${name}.jsonl`));

  describeDriverContract("stream", {
    driver: stream,
    recordings: () => ({
      turn: recording("turn"),
      permission: recording("permission"),
      interrupt: recording("interrupt"),
      question: recording("question"),
      // The older version was not recorded with these.
      steer: asToday(readRecording("test/recordings/claude-2.1.325/steer.jsonl")),
      background: readRecording("test/recordings/claude-2.1.325/background-after.jsonl"),
    }),
  });

  testRecordedLives({
    directory,
    stream,
    oneshot,
    contextOf: (name, steps) => ({
      ...contextFor("r1"),
      nativeId: name.startsWith("oneshot-") && name.includes("resume") ? nativeIdIn(steps) : null,
    }),
  });
});

/** We tell the agent that we can end its tasks one by one. Most of this was recorded before we could. */
const asToday = (steps: readonly Step[]): Step[] =>
  steps.map((step) =>
    "in" in step
      ? { in: step.in.replace('{"subtype":"initialize"}', '{"subtype":"initialize","perTaskStopAffordance":true}') }
      : step,
  );

function nativeIdIn(steps: readonly Step[]): string {
  const [first] = steps;
  if (!first || !("out" in first)) throw new Error("the recording is empty");
  return JSON.parse(first.out).session_id;
}
