// The Codex driver, held to what the real program printed under it.
import { globSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { createCodexDriver } from "../../src/agents/codex/driver.ts";
import type { LaunchContext } from "../../src/agents/index.ts";
import { VERSION } from "../../src/home/index.ts";
import { describeDriverContract } from "./driver-contract.ts";
import { describeOneshotContract } from "./oneshot-contract.ts";
import { contextFor, DriverInUse, readRecording, type Step } from "./recording.ts";

const stream = createCodexDriver({ transport: "stream" });
const oneshot = createCodexDriver({ transport: "oneshot" });
const directory = "test/recordings/codex-0.166.0";

/** We tell it our version, which changes. */
const recording = (name: string): Step[] =>
  readRecording(`${directory}/${name}.jsonl`).map((step) =>
    "in" in step ? { in: step.in.replace('"version":"0.0.0"', `"version":"${VERSION}"`) } : step,
  );

const spent = { inputTokens: 0, outputTokens: 0, costUsd: 0 };

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
  const names = globSync(`${directory}/*.jsonl`)
    .map((path) => basename(path, ".jsonl"))
    .filter((name) => !name.endsWith(".facts"));

  test.for(names.filter((name) => !name.startsWith("oneshot-")))(
    "[M-15] the recorded life %s becomes these facts",
    async (name) => {
      const use = new DriverInUse(stream, contextOf(name));
      const steps = recording(name);
      const writes = steps.flatMap((step) => ("in" in step ? [] : use.take(step).writes));
      expect(writes).toEqual(steps.flatMap((step) => ("in" in step ? [step.in] : [])));
      await expect(formatFacts(use.facts)).toMatchFileSnapshot(`../recordings/codex-0.166.0/${name}.facts.jsonl`);
    },
  );

  test.for(names.filter((name) => name.startsWith("oneshot-")))(
    "[C-01] the recorded process %s becomes these facts",
    async (name) => {
      let { state } = oneshot.open(contextFor("r1"), { promptId: "p1", text: "go" });
      const facts = recording(name).flatMap((step) => {
        if (!("out" in step)) return [];
        const reaction = oneshot.read(JSON.parse(JSON.stringify(state)), step.out);
        state = reaction.state;
        return reaction.facts;
      });
      await expect(formatFacts(facts)).toMatchFileSnapshot(`../recordings/codex-0.166.0/${name}.facts.jsonl`);
    },
  );
});

const formatFacts = (facts: readonly unknown[]): string => facts.map((fact) => `${JSON.stringify(fact)}\n`).join("");
