// Ends the agents of these runs where no daemon can be reached, in the daemon's program: what a run's processes are is known there.
import { daemonArguments } from "../../home/index.ts";
import { type ProgramFailed, runProgram } from "../../system/index.ts";
import { type Home, spawnOptions, unreachable } from "./ensure-daemon.ts";

/** Resolves to the pids of what lives on all the same. */
export async function endRuns({ io, paths }: Home, runs: readonly string[]): Promise<readonly number[]> {
  const words = [...daemonArguments(io.program), "--end-runs", ...runs];
  const printed = await runProgram(process.execPath, words, spawnOptions(io, paths)).catch((error: ProgramFailed) => {
    if (error.reason === "not_started") throw unreachable(error.message, paths);
    throw unreachable(error.stderr.trim() || `it ended with ${error.code ?? "a signal"}`, paths);
  });
  return (JSON.parse(printed) as { left: number[] }).left;
}
