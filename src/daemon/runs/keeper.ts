// The daemon's implementation of the sessions' `Keeper` port, with real processes.
import {
  createLineOffload,
  DEFAULT_OUTPUT,
  forgetKill,
  isKillNoted,
  noteKill,
  type OutputLimits,
  openRun,
  prepareRun,
  removeRun,
  spoolOf,
} from "../../agents/index.ts";
import { type Config, homeMark } from "../../home/index.ts";
import type { Keeper } from "../../session/index.ts";
import { HOME_VARIABLE } from "../../system/index.ts";
import { killTree, signalTrees } from "../../system/processes.ts";

type KeptOutput = Pick<Config["limits"], "unreadOutputMb" | "stderrMb">;

const lineOffload = createLineOffload();

/**
 * `limits` is read for each new run. The agents' environment names their home, which identifies the processes of a run without readable files.
 * Processes of other homes are never signalled, even if a copy of this home has runs with the same names.
 */
export function keeperWith(deps: { home: string; limits: () => KeptOutput }): Keeper {
  // Read once, so that it stays this home's even if the path changes.
  const home = homeMark(deps.home);
  return {
    prepare({ env, ...spec }) {
      const own = { ...env, [HOME_VARIABLE]: home ?? "" };
      return prepareRun({ ...spec, env: own, output: outputLimits(deps.limits()) });
    },
    open: ({ run, dir, known }) => openRun({ run, dir, start: known !== "heard", isNew: known === "new", home }),
    sweep: (run) => killTree({ marker: run, home }),
    remove: removeRun,
    noteKill,
    isKillNoted,
    forgetKill,
    pause: (runs) => signalTrees(runs, "SIGSTOP", home),
    unpause: (runs) => signalTrees(runs, "SIGCONT", home),
    offloadLine: (dir, range, openText) => lineOffload({ path: spoolOf(dir), ...range }, openText),
  };
}

/** As a whole number that a shell can read. */
const bytesOf = (megabytes: number): number => Math.min(Math.round(megabytes * 1_000_000), Number.MAX_SAFE_INTEGER);

const outputLimits = ({ unreadOutputMb, stderrMb }: KeptOutput): OutputLimits => ({
  ...DEFAULT_OUTPUT,
  unreadBytes: bytesOf(unreadOutputMb),
  stderrBytes: bytesOf(stderrMb),
});
