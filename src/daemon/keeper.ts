// The keeper that sessions have in a daemon: real processes.
import {
  createSlimLines,
  DEFAULT_OUTPUT,
  killTree,
  type OutputLimits,
  openRun,
  prepareRun,
  removeRun,
  signalTrees,
  spoolOf,
} from "../agents/index.ts";
import type { Config } from "../home/index.ts";
import type { Keeper } from "../session/index.ts";

type KeptOutput = Pick<Config["limits"], "unreadOutputMegabytes" | "stderrMegabytes">;

const slimLines = createSlimLines();

/** `limits` is asked for each run that is prepared. */
export const keeperWith = (limits: () => KeptOutput): Keeper => ({
  prepare: (spec) => prepareRun({ ...spec, output: outputLimits(limits()) }),
  open: ({ run, dir }) => openRun({ run, dir, start: true }),
  sweep: (run) => killTree({ marker: run }),
  remove: removeRun,
  pause: (runs) => signalTrees(runs, "SIGSTOP"),
  unpause: (runs) => signalTrees(runs, "SIGCONT"),
  slimLine: (dir, range, openText) => slimLines({ path: spoolOf(dir), ...range }, openText),
});

/** As a whole number that a shell can read. */
const bytesOf = (megabytes: number): number => Math.min(Math.round(megabytes * 1_000_000), Number.MAX_SAFE_INTEGER);

const outputLimits = ({ unreadOutputMegabytes, stderrMegabytes }: KeptOutput): OutputLimits => ({
  ...DEFAULT_OUTPUT,
  unreadBytes: bytesOf(unreadOutputMegabytes),
  stderrBytes: bytesOf(stderrMegabytes),
});
