// The Pi driver, held to what the real program printed under it.
import { globSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { createPiDriver } from "../../src/agents/pi/driver.ts";
import { describeDriverContract } from "./driver-contract.ts";
import { contextFor, DriverInUse, readRecording } from "./recording.ts";

const stream = createPiDriver({ transport: "stream", programs: "/programs" });
const oneshot = createPiDriver({ transport: "oneshot", programs: "/programs" });

describe("Pi 0.87.1", () => {
  const directory = "test/recordings/pi-0.87.1";
  const recording = (name: string) => readRecording(`${directory}/${name}.jsonl`);

  describeDriverContract("stream", {
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
      const use = new DriverInUse(stream, contextFor("r1"));
      for (const step of recording(name)) if (!("in" in step)) use.take(step);
      await expect(formatFacts(use.facts)).toMatchFileSnapshot(`../recordings/pi-0.87.1/${name}.facts.jsonl`);
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
      await expect(formatFacts(facts)).toMatchFileSnapshot(`../recordings/pi-0.87.1/${name}.facts.jsonl`);
    },
  );
});

const formatFacts = (facts: readonly unknown[]): string => facts.map((fact) => `${JSON.stringify(fact)}\n`).join("");
