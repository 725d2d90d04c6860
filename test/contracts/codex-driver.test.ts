// The Codex driver, held to what the real program printed under it.
import { describe } from "vitest";
import { createCodexDriver } from "../../src/agents/codex/driver.ts";
import type { LaunchContext } from "../../src/agents/index.ts";
import { VERSION } from "../../src/home/index.ts";
import { describeDriverContract } from "./driver-contract.ts";
import { describeOneshotContract } from "./oneshot-contract.ts";
import { testRecordedLives } from "./recorded-lives.ts";
import { contextFor, readRecording, type Step } from "./recording.ts";

const stream = createCodexDriver({ transport: "stream" });
const oneshot = createCodexDriver({ transport: "oneshot" });
const directory = "test/recordings/codex-0.166.0";

/** We tell it our version, which changes. */
const read = (path: string): Step[] =>
  readRecording(path).map((step) =>
    "in" in step ? { in: step.in.replace('"version":"0.0.0"', `"version":"${VERSION}"`) } : step,
  );

const spent = { inputTokens: 0, outputTokens: 0, costUsd: 0 };

const recording = (name: string): Step[] => read(`${directory}/${name}.jsonl`);

/** The conversation that was gone on with, or branched off from. */
function contextOf(name: string): LaunchContext {
  const context = contextFor("r1");
  const before = recording("turn").flatMap((step) => ("out" in step ? [step.out] : []));
  const nativeId = JSON.parse(before.find((line) => line.includes('"id":"thread/start-'))!).result.thread.id;
  if (name === "resume") return { ...context, nativeId };
  if (name === "fork") return { ...context, fork: { nativeId, mark: null, nextMark: null, isWhole: true, spent } };
  return context;
}

describeDriverContract("Codex 0.166.0", {
  driver: stream,
  recordings: () => ({
    turn: recording("turn"),
    permission: recording("permission"),
    interrupt: recording("interrupt"),
    question: recording("question"),
    steer: recording("steer"),
    background: recording("background"),
  }),
});

describeOneshotContract("Codex 0.166.0", {
  driver: oneshot,
  recordings: [
    `${directory}/oneshot-turn.jsonl`,
    ...["cut", "err400", "err500", "fork", "quota", "resume"].map((name) => `${directory}/oneshot-${name}.jsonl`),
  ],
});

describe("Codex 0.166.0", () => {
  testRecordedLives({ directory, stream, oneshot, read, contextOf, written: (line) => line });
});
