// Vitest's global setup of every tier: what tests make on disk lies below one directory of the run, so that what they leave running can be told from
// everybody else's. A run that leaves a process behind has failed; and it would never end, if that held the output of a worker open.
import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { takeLeftOut } from "./left-out.ts";
import { type FoundProcess, killProcessesIn, processesIn } from "./processes-in.ts";
import { until } from "./until.ts";

/** What was told to end takes a moment, and a longer one on a busy machine. */
const PATIENCE_MS = 10_000;

const ownPrefix = `skein-run-${process.pid}-`;

/** Called once for each tier of a run; the first makes it. */
export function setup(): void {
  if (basename(tmpdir()).startsWith(ownPrefix)) return;
  const directory = realpathSync(mkdtempSync(join(tmpdir(), ownPrefix)));
  // As the directory that it stands for: tests of several users share it.
  chmodSync(directory, 0o1777);
  process.env.TMPDIR = directory;
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
}

/** Called when every test of the run has ended. */
export async function teardown(): Promise<void> {
  const directory = tmpdir();
  // What vitest itself has started has the run's directory in its environment, too.
  const isOfTests = ({ parent }: FoundProcess): boolean => parent !== process.pid;
  const left = (): FoundProcess[] => processesIn(directory).filter(isOfTests);
  const areGone = until("them to end", () => left().length === 0, PATIENCE_MS);
  for (const line of takeLeftOut()) console.warn(line);
  if (await areGone.catch(() => false)) return;
  const told = left().map(({ pid, command }) => `  ${pid} ${command.slice(0, 300)}`);
  await killProcessesIn(directory, isOfTests);
  process.exitCode = 1;
  console.error(["FAILED: tests left processes behind (killed now):", ...told].join("\n"));
}
