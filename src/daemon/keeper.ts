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
import { type Config, HOME_VARIABLE, homeMark } from "../home/index.ts";
import type { Keeper } from "../session/index.ts";

type KeptOutput = Pick<Config["limits"], "unreadOutputMegabytes" | "stderrMegabytes">;

const slimLines = createSlimLines();

/**
 * `limits` is asked for each run that is prepared. Agents say in their environment which home they are of: one that hides its files is found by
 * that.
 */
export const keeperWith = ({ home, limits }: { home: string; limits: () => KeptOutput }): Keeper => ({
  prepare({ env, ...spec }) {
    const own = { ...env, [HOME_VARIABLE]: homeMark(home) ?? "" };
    return prepareRun({ ...spec, env: own, output: outputLimits(limits()) });
  },
  open: ({ run, dir, known }) => openRun({ run, dir, start: known !== "heard", isNew: known === "new" }),
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
