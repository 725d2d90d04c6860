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
      background: asToday(readRecording("test/recordings/claude-2.1.325/background-after.jsonl")),
    }),
  });

  testRecordedLives({
    directory,
    stream,
    oneshot,
    read: (path) => asToday(readRecording(path)),
    contextOf: (name, steps) => ({
      ...contextFor("r1"),
      nativeId: name.startsWith("oneshot-") && name.includes("resume") ? nativeIdIn(steps) : null,
    }),
  });
});

/**
 * We tell the agent that we can end its tasks one by one, and want to know where commands would run: it tells that before it asks. This was
 * recorded before we did. How it tells was seen with 2.1.325.
 */
const asToday = (steps: readonly Step[]): Step[] =>
  steps.flatMap((step) => {
    if ("in" in step) return [{ in: step.in.replace(/\{"subtype":"initialize".*?\}/, TODAY) }];
    const { type, request } = "out" in step ? JSON.parse(step.out) : {};
    return type === "control_request" && request.tool_name === "Bash" ? [...toldBefore(request), step] : [step];
  });

const TODAY = JSON.stringify({
  ...{ subtype: "initialize", perTaskStopAffordance: true },
  hooks: {
    PreToolUse: [{ matcher: "Bash|PowerShell|Monitor|Glob|Grep|LS", hookCallbackIds: ["directory"], timeout: 604_800 }],
  },
});

function toldBefore({ tool_name, input: tool_input, tool_use_id }: Record<string, unknown>): Step[] {
  const request_id = `before-${tool_use_id}`;
  const input = { cwd: contextFor("r1").cwd, hook_event_name: "PreToolUse", tool_name, tool_input, tool_use_id };
  const request = { subtype: "hook_callback", callback_id: "directory", input, tool_use_id };
  const response = { subtype: "success", request_id, response: {} };
  return [
    { out: JSON.stringify({ type: "control_request", request_id, request }) },
    { in: JSON.stringify({ type: "control_response", response }) },
  ];
}

function nativeIdIn(steps: readonly Step[]): string {
  const [first] = steps;
  if (!first || !("out" in first)) throw new Error("the recording is empty");
  return JSON.parse(first.out).session_id;
}
