// Every recorded life of an agent, and every recorded process of one that is started for each prompt, as the facts that its driver makes of it.
import { globSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import type { Driver, LaunchContext } from "../../src/agents/index.ts";
import { contextFor, DriverInUse, readRecording, type Step } from "./recording.ts";

interface RecordedLives {
  readonly directory: string;
  readonly stream: Driver;
  readonly oneshot: Driver;
  /** The recording as it would be made today. */
  readonly read?: (path: string) => Step[];
  /** Where it was begun. */
  readonly contextOf?: (name: string, steps: readonly Step[]) => LaunchContext;
  /** What of a line that the driver writes must be as it was recorded; without it nothing must. */
  readonly written?: (line: string) => unknown;
  /** Whether the end of the process is what ends the turn. */
  readonly endsByExit?: boolean;
}

export function testRecordedLives({
  directory,
  stream,
  oneshot,
  read = readRecording,
  contextOf = () => contextFor("r1"),
  written,
  endsByExit = false,
}: RecordedLives): void {
  const names = globSync(`${directory}/*.jsonl`)
    .map((path) => basename(path, ".jsonl"))
    .filter((name) => !name.endsWith(".facts"));
  const isProcess = (name: string): boolean => name.startsWith("oneshot-");

  test.for(names.filter((name) => !isProcess(name)))("the recorded life %s becomes these facts", async (name) => {
    const steps = read(`${directory}/${name}.jsonl`);
    const use = new DriverInUse(stream, contextOf(name, steps));
    const writes = steps.flatMap((step) => ("in" in step ? [] : use.take(step).writes));
    if (written) expect(writes.map(written)).toEqual(steps.flatMap((step) => ("in" in step ? [written(step.in)] : [])));
    await expect(format(use.facts)).toMatchFileSnapshot(snapshotOf(directory, name));
  });

  test.for(names.filter(isProcess))("the recorded process %s becomes these facts", async (name) => {
    const steps = read(`${directory}/${name}.jsonl`);
    let { state } = oneshot.open(contextOf(name, steps), { promptId: "p1", text: "go" });
    const facts = steps.flatMap((step) => {
      if (!("out" in step)) return [];
      const reaction = oneshot.read(JSON.parse(JSON.stringify(state)), step.out);
      state = reaction.state;
      return reaction.facts;
    });
    const last = endsByExit ? oneshot.ended(state, { code: 0, stderr: "", isStopped: false }) : [];
    await expect(format([...facts, ...last])).toMatchFileSnapshot(snapshotOf(directory, name));
  });
}

const format = (facts: readonly unknown[]): string => facts.map((fact) => `${JSON.stringify(fact)}\n`).join("");

const snapshotOf = (directory: string, name: string): string => `../../${directory}/${name}.facts.jsonl`;
