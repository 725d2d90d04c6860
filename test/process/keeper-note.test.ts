// An agent can delete what its run's directory says of the start: it is not started a second time for that, and its end is noticed.
import { existsSync, mkdirSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Run, type RunSpec, removeRun } from "../../src/agents/keeper/index.ts";
import { runFiles } from "../../src/agents/keeper/run-files.ts";
import { processesOf } from "../../src/system/processes/kill-tree.ts";
import { type Bench, makeBench, readPid, sh, untilGone, untilSaid } from "../kit/run-bench.ts";

let bench: Bench;

beforeEach(() => {
  bench = makeBench();
});

afterEach(() => bench.clear());

/** Counts its starts outside of its directory; it works in the bench's own. */
const counting = (rest: string): string[] => sh(`echo started >>starts; echo up; ${rest}`);
const starts = (): string => readFileSync(join(bench.home, "starts"), "utf8");

test("an agent that has deleted its keeper's note lives on and is not started again", async () => {
  const spec = await bench.prepare(counting("cat; exit 3"));
  const first = await bench.open(spec);
  await untilSaid(first, "up");
  rmSync(runFiles(spec.dir).keeper);
  first.detach();
  const later = await bench.open(spec);
  await later.write({ offset: 0, bytes: Buffer.from("still here\n") });
  await untilSaid(later, "still here");
  await later.closeInput();
  expect(await later.exited).toEqual({ kind: "exited", code: 3 });
  expect(starts()).toBe("started\n");
});

test("an agent that has deleted its keeper's note and died while nobody watched is not started again", async () => {
  const spec = await bench.prepare(counting("cat"));
  const first = await bench.open(spec);
  await untilSaid(first, "up");
  const keeper = await readPid(spec.dir, "keeper");
  rmSync(runFiles(spec.dir).keeper);
  first.detach();
  process.kill(keeper, "SIGKILL");
  await untilGone(keeper);
  const later = await bench.open(spec);
  expect(await later.exited).toEqual({ kind: "lost", isInDoubt: true });
  await later.sweep();
  expect(starts()).toBe("started\n");
  // Whoever opens it next does not take it for one that was never started either.
  expect(await (await bench.open(spec)).exited).toEqual({ kind: "lost", isInDoubt: true });
});

test("an agent without a keeper that has deleted every trace of its start is not started again while it lives", async () => {
  const spec = await bench.prepare(counting("exec sleep 1000"));
  const files = runFiles(spec.dir);
  const first = await bench.open(spec);
  await untilSaid(first, "up");
  const keeper = await readPid(spec.dir, "keeper");
  first.detach();
  process.kill(keeper, "SIGKILL");
  await untilGone(keeper);
  for (const note of [files.keeper, files.agent, files.holder]) rmSync(note);
  truncateSync(files.out);
  const later = await bench.open(spec);
  expect(await later.exited).toEqual({ kind: "lost", isInDoubt: true });
  expect(starts()).toBe("started\n");
  expect(await processesOf(spec.run)).not.toEqual([]);
});

/** A run that another daemon has started. */
async function takenUp(script: string): Promise<{ run: Run; spec: RunSpec }> {
  const spec = await bench.prepare(counting(script));
  const first = await bench.open(spec);
  await untilSaid(first, "up");
  first.detach();
  return { run: await bench.open(spec), spec };
}

test("the end of an agent that has deleted its keeper's note is noticed", async () => {
  const { run, spec } = await takenUp("read -r line; exit 7");
  rmSync(runFiles(spec.dir).keeper);
  await run.write({ offset: 0, bytes: Buffer.from("end\n") });
  expect(await run.exited).toEqual({ kind: "exited", code: 7 });
});

test("the end of a keeper that was killed after its note was deleted is noticed", async () => {
  const { run, spec } = await takenUp("cat");
  const keeper = await readPid(spec.dir, "keeper");
  rmSync(runFiles(spec.dir).keeper);
  process.kill(keeper, "SIGKILL");
  expect(await run.exited).toEqual({ kind: "lost", isInDoubt: true });
});

test("what is left of a run whose files its agent has deleted can be removed", async () => {
  const spec = await bench.prepare(counting("true"));
  const run = await bench.open(spec);
  await run.exited;
  const files = runFiles(spec.dir);
  rmSync(files.exit);
  rmSync(files.alive);
  await removeRun(spec.dir);
  expect(existsSync(spec.dir)).toBe(false);
});

test("what is left of a run that has a directory in the place of a FIFO can be removed", async () => {
  const spec = await bench.prepare(counting("true"));
  await (await bench.open(spec)).exited;
  const files = runFiles(spec.dir);
  rmSync(files.exit);
  rmSync(files.alive);
  mkdirSync(files.alive);
  await removeRun(spec.dir);
  expect(existsSync(spec.dir)).toBe(false);
});
