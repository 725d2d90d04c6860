// What an agent writes is bounded also when nobody reads it, and no agent dies of that.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Run } from "../../src/agents/keeper/index.ts";
import { background } from "../../src/core/index.ts";
import { signalTrees } from "../../src/system/processes/kill-tree.ts";
import { type Bench, makeBench, readPid, sh, stateOf, untilSaid } from "../kit/run-bench.ts";
import { until } from "../kit/until.ts";

const MB = 1_000_000;
const output = { unreadBytes: 4 * MB, stderrBytes: MB, lookSeconds: 0.05 };

/** Writes line after line, 100 KB each with its number in front, until it is told to end. */
const FLOOD = `
line=$(head -c 100000 /dev/zero | tr '\\0' x)
i=0
until [ -e "$1" ]; do i=$((i+1)); echo "line $i $line"; done
echo "the end after $i"
`;

let bench: Bench;

beforeEach(() => {
  bench = makeBench();
});

afterEach(() => bench.clear());

const sizeOf = (run: Run, file: string): number => statSync(join(run.dir, file)).size;

const keeperState = async (run: Run): Promise<string | undefined> => stateOf(await readPid(run.dir, "keeper"));

const offsets = new WeakMap<Run, number>();

/** Reads on as a daemon does, until enough was read and nothing more is there. */
async function readUntil(run: Run, isEnough: (bytes: number) => boolean): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await until("enough to be read", async () => {
    const isLast = isEnough(offsets.get(run) ?? 0);
    for (;;) {
      const offset = offsets.get(run) ?? 0;
      const chunk = await run.read(offset, MB);
      if (!chunk?.length) return isLast;
      chunks.push(chunk);
      offsets.set(run, offset + chunk.length);
    }
  });
  return Buffer.concat(chunks);
}

test("of an endless stderr the first and the last part are kept, and how much went is known", async () => {
  const end = join(bench.home, "end");
  const run = await bench.start(sh(`{ ${FLOOD} } >&2; exit 3`, end), { output });
  await until("much of it to be dropped", async () => (await run.stderrDropped()) > 50 * MB);
  const kept = ["err", "err.first", "err.last"].filter((file) => existsSync(join(run.dir, file)));
  await bench.touch(end);
  expect(await run.exited).toEqual({ kind: "exited", code: 3 });
  expect(kept).toEqual(["err", "err.first", "err.last"]);
  expect(readFileSync(join(run.dir, "err.first"), "utf8")).toMatch(/^line 1 x+/);
  expect(sizeOf(run, "err.first") + sizeOf(run, "err.last")).toBeLessThan(MB);
  expect(await run.stderrTail(4096)).toMatch(/x\nthe end after \d+\n$/);
  expect(await run.stderrTail(4096)).toHaveLength(4096);
});

test("a stderr that says little is all there, and nothing of it was dropped", async () => {
  const run = await bench.start(sh("echo one >&2; echo two >&2"), { output });
  await run.exited;
  expect(await run.stderrTail(4096)).toBe("one\ntwo\n");
  expect(await run.stderrDropped()).toBe(0);
});

test("an agent that floods while nobody is there waits, and goes on when somebody has read what it said", async () => {
  const end = join(bench.home, "end");
  const left = await bench.start(sh(FLOOD, end), { output });
  await untilSaid(left, "line 1 ");
  left.detach();
  await until("it to be held back", async () => (await keeperState(left)) === "T");
  const size = sizeOf(left, "out");
  expect(size).toBeGreaterThan(output.unreadBytes);
  expect(existsSync(join(left.dir, "exit"))).toBe(false);

  const run = await bench.open(left);
  const told: boolean[] = [];
  run.onHeldBack((isFirst) => {
    told.push(isFirst);
    background(signalTrees([bench.nameOf(run)], "SIGCONT"), () => {});
  });
  const said = await readUntil(run, (bytes) => bytes > 4 * size);
  await bench.touch(end);
  const rest = await readUntil(run, () => existsSync(join(run.dir, "exit")));
  expect(told[0]).toBe(true);
  expect(await run.exited).toEqual({ kind: "exited", code: 0 });
  const lines = Buffer.concat([said, rest]).toString().split("\n").slice(0, -1);
  // Every line once and in order: waiting has cost nothing.
  const numbers = lines.slice(0, -1).map((line) => Number(/^line (\d+) x{100000}$/.exec(line)?.[1]));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(lines.at(-1)).toBe(`the end after ${numbers.length}`);
});

test("an agent that is held back can be stopped", async () => {
  const run = await bench.start(sh(FLOOD, join(bench.home, "never")), { output });
  await until("it to be held back", async () => (await keeperState(run)) === "T");
  expect(await run.stop({ graceMs: 60_000 })).toEqual([]);
  expect(await run.exited).toEqual({ kind: "signaled", signal: "SIGTERM" });
});

test("without limits nothing is held back and nothing dropped", async () => {
  const nothing = { unreadBytes: 0, stderrBytes: 0, lookSeconds: 0.05 };
  const run = await bench.start(sh("head -c 9000000 /dev/zero; head -c 3000000 /dev/zero >&2; sleep 1000"), {
    output: nothing,
  });
  await until("all of it", () => sizeOf(run, "err") === 3 * MB);
  expect([sizeOf(run, "out"), await run.stderrDropped(), await keeperState(run)]).toEqual([9 * MB, 0, "S"]);
});
