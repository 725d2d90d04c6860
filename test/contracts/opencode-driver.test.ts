// The OpenCode driver, held to what the real program's server said under it.
import { globSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { createOpencodeDriver } from "../../src/agents/opencode/driver.ts";
import { createOpencodeOneshotDriver } from "../../src/agents/opencode/oneshot.ts";
import { describeDriverContract } from "./driver-contract.ts";
import { contextFor, DriverInUse, readRecording, type Step } from "./recording.ts";

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

const names = globSync(`${directory}/*.jsonl`)
  .map((path) => basename(path, ".jsonl"))
  .filter((name) => !name.endsWith(".facts"));

test.for(names.filter((name) => !name.startsWith("oneshot-")))(
  "[M-15] the recorded life %s becomes these facts",
  async (name) => {
    const steps = recording(name);
    const use = new DriverInUse(stream, { ...contextFor("r1"), ...sourceIn(steps) });
    const writes = steps.flatMap((step) => ("in" in step ? [] : use.take(step).writes));
    expect(writes.map(pathOf)).toEqual(steps.flatMap((step) => ("in" in step ? [pathOf(step.in)] : [])));
    await expect(format(use.facts)).toMatchFileSnapshot(`../recordings/opencode-1.18.33/${name}.facts.jsonl`);
  },
);

test.for(names.filter((name) => name.startsWith("oneshot-")))(
  "[C-01] the recorded process %s becomes these facts",
  async (name) => {
    const use = new DriverInUse(oneshot, contextFor("r1"));
    use.take({ do: "open" });
    for (const step of recording(name)) if ("out" in step) use.take(step);
    const ended = oneshot.ended(use.state, { code: 0, stderr: "", isStopped: false });
    await expect(format([...use.facts, ...ended])).toMatchFileSnapshot(
      `../recordings/opencode-1.18.33/${name}.facts.jsonl`,
    );
  },
);

const format = (facts: readonly unknown[]): string => facts.map((fact) => `${JSON.stringify(fact)}\n`).join("");

const pathOf = (line: string): string => JSON.parse(line).path;

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
