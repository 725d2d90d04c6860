// The Claude Code driver, held to what two versions of the real program printed under it.
import { globSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { createClaudeDriver } from "../../src/agents/claude/driver.ts";
import { describeDriverContract } from "./driver-contract.ts";
import { contextFor, DriverInUse, readRecording } from "./recording.ts";

const stream = createClaudeDriver({ transport: "stream" });
const oneshot = createClaudeDriver({ transport: "oneshot" });

describe.each(["2.1.197", "2.1.325"])("Claude Code %s", (version) => {
  const directory = `test/recordings/claude-${version}`;
  const recording = (name: string) => readRecording(`${directory}/${name}.jsonl`);

  describeDriverContract("stream", {
    driver: stream,
    recordings: () => ({
      turn: recording("turn"),
      permission: recording("permission"),
      interrupt: recording("interrupt"),
      question: recording("question"),
      // The older version was not recorded with it.
      steer: readRecording("test/recordings/claude-2.1.325/steer.jsonl"),
    }),
  });

  const names = globSync(`${directory}/*.jsonl`)
    .map((path) => basename(path, ".jsonl"))
    .filter((name) => !name.endsWith(".facts"));

  test.for(names.filter((name) => !name.startsWith("oneshot-")))(
    "[M-15] the recorded life %s becomes these facts",
    async (name) => {
      const use = new DriverInUse(stream, contextFor("r1"));
      for (const step of recording(name)) if (!("in" in step)) use.take(step);
      await expect(formatFacts(use.facts)).toMatchFileSnapshot(`../recordings/claude-${version}/${name}.facts.jsonl`);
    },
  );

  test.for(names.filter((name) => name.startsWith("oneshot-")))(
    "[C-01] the recorded process %s becomes these facts",
    async (name) => {
      const context = { ...contextFor("r1"), nativeId: name.includes("resume") ? nativeIdIn(recording(name)) : null };
      let { state } = oneshot.open(context, { promptId: "p1", text: "go" });
      const facts = recording(name).flatMap((step) => {
        if (!("out" in step)) return [];
        const reaction = oneshot.read(JSON.parse(JSON.stringify(state)), step.out);
        state = reaction.state;
        return reaction.facts;
      });
      await expect(formatFacts(facts)).toMatchFileSnapshot(`../recordings/claude-${version}/${name}.facts.jsonl`);
    },
  );
});

const formatFacts = (facts: readonly unknown[]): string => facts.map((fact) => `${JSON.stringify(fact)}\n`).join("");

function nativeIdIn(steps: ReturnType<typeof readRecording>): string {
  const [first] = steps;
  if (!first || !("out" in first)) throw new Error("the recording is empty");
  return JSON.parse(first.out).session_id;
}
