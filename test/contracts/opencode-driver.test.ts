// The OpenCode driver, held to what the real program's server said under it.
import { createOpencodeDriver } from "../../src/agents/opencode/driver.ts";
import { createOpencodeOneshotDriver } from "../../src/agents/opencode/oneshot/driver.ts";
import { describeDriverContract } from "./driver-contract.ts";
import { testRecordedLives } from "./recorded-lives.ts";
import { contextFor, readRecording, type Step } from "./recording.ts";

const stream = createOpencodeDriver("/opt/skein/opencode-bridge.cjs");
const oneshot = createOpencodeOneshotDriver();
const directory = "test/recordings/opencode-1.18.33";
const recording = (name: string) => readRecording(`${directory}/${name}.jsonl`);

describeDriverContract("OpenCode 1.18.33", {
  driver: stream,
  recordings: () => ({
    turn: recording("turn"),
    permission: recording("permission"),
    interrupt: recording("interrupt"),
    question: recording("question"),
    steer: recording("steer"),
  }),
});

testRecordedLives({
  directory,
  stream,
  oneshot,
  contextOf: (_, steps) => ({ ...contextFor("r1"), ...sourceIn(steps) }),
  written: (line) => JSON.parse(line).path,
  endsByExit: true,
});

/** The conversation that the recording goes on with, or branches off from. */
function sourceIn(steps: readonly Step[]): Pick<ReturnType<typeof contextFor>, "nativeId" | "fork"> {
  const asked = steps.flatMap((step) => ("in" in step ? [JSON.parse(step.in)] : []));
  const [, nativeId = null] = /^\/session\/(\w+)/.exec(asked[0]?.path ?? "") ?? [];
  if (!String(asked[0]?.id).startsWith("place:")) return { nativeId, fork: null };
  const next = asked.find(({ id }) => String(id).startsWith("fork:"))?.body.messageID;
  const placed = steps.flatMap((step) => ("out" in step && step.out.startsWith('{"id":"place:') ? [step.out] : []));
  const ids: string[] = JSON.parse(placed[0] ?? "{}").body;
  const spent = { inputTokens: 0, outputTokens: 0, costUsd: 0 };
  const mark = ids[ids.indexOf(next) - 1] ?? null;
  return { nativeId: null, fork: { nativeId: nativeId ?? "", mark, nextMark: null, isWhole: false, spent } };
}
