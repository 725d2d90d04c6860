// An agent's input file that somebody writes over while the agent lives (a restored backup): nothing of it reaches the agent again.
import { appendFileSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Run } from "../../src/agents/keeper/index.ts";
import { type Bench, makeBench, readAll, untilSaid } from "../kit/run-bench.ts";

let bench: Bench;

beforeEach(() => {
  bench = makeBench();
});

afterEach(() => bench.clear());

const FIRST = "first\n";
const SECOND = "second\n";
const THIRD = "third\n";

/** An agent that has heard two lines. */
async function spokenTo(): Promise<{ run: Run; input: string }> {
  const run = await bench.start(["cat"]);
  await run.write({ offset: 0, bytes: Buffer.from(FIRST) });
  await untilSaid(run, FIRST);
  await run.write({ offset: FIRST.length, bytes: Buffer.from(SECOND) });
  await untilSaid(run, SECOND);
  return { run, input: join(run.dir, "in") };
}

const sayThird = (run: Run): Promise<void> =>
  run.write({ offset: FIRST.length + SECOND.length, bytes: Buffer.from(THIRD) });

test("an older state that is written over the input is not said again: the agent is let end, and it is told why", async () => {
  const { run, input } = await spokenTo();
  writeFileSync(input, FIRST);
  await expect(sayThird(run)).rejects.toMatchObject({ code: "input_gap" });
  expect(await run.exited).toEqual({ kind: "exited", code: 0 });
  expect((await readAll(run)).toString()).toBe(FIRST + SECOND);
  expect(await run.stderrTail(1_000)).toContain("was written over");
});

test("the same state that is written over the input is not said again, and what follows is said once", async () => {
  const { run, input } = await spokenTo();
  truncateSync(input, 0);
  writeFileSync(input, FIRST + SECOND);
  await sayThird(run);
  await run.closeInput();
  await run.exited;
  expect((await readAll(run)).toString()).toBe(FIRST + SECOND + THIRD);
});

test("another file in the place of the input says nothing to the agent", async () => {
  const { run, input } = await spokenTo();
  renameSync(input, `${input}.moved`);
  writeFileSync(input, FIRST + SECOND);
  await sayThird(run);
  await run.closeInput();
  await run.exited;
  expect((await readAll(run)).toString()).toBe(FIRST + SECOND);
});

test("a run that an older Skein has prepared, without the FIFO, is spoken to all the same", async () => {
  const spec = await bench.prepare(["cat"]);
  rmSync(join(spec.dir, "feed"));
  const run = await bench.open(spec);
  await run.write({ offset: 0, bytes: Buffer.from(FIRST) });
  await untilSaid(run, FIRST);
  await run.write({ offset: FIRST.length, bytes: Buffer.from(SECOND) });
  await run.closeInput();
  await run.exited;
  expect((await readAll(run)).toString()).toBe(FIRST + SECOND);
});

test("input whose writer died before it could wake the keeper is said when it is written again", async () => {
  const { run, input } = await spokenTo();
  appendFileSync(input, THIRD);
  await sayThird(run);
  await untilSaid(run, THIRD);
  expect((await readAll(run)).toString()).toBe(FIRST + SECOND + THIRD);
});

test("what the agent puts in the FIFO's place is not written to", async () => {
  const { run } = await spokenTo();
  const [feed, file] = [join(run.dir, "feed"), join(run.dir, "precious")];
  writeFileSync(file, "precious");
  rmSync(feed, { force: true });
  symlinkSync(file, feed);
  await sayThird(run);
  rmSync(feed);
  writeFileSync(feed, "precious");
  await sayThird(run);
  expect([file, feed].map((path) => readFileSync(path, "utf8"))).toEqual(["precious", "precious"]);
});
