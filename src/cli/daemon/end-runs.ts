// Ends the agents of these runs where no daemon can be reached, in the daemon's program: what a run's processes are is known there.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { daemonArguments } from "../../home/index.ts";
import { type Home, spawnOptions, unreachable } from "./ensure-daemon.ts";

/** Resolves to the pids of what lives on all the same. */
export async function endRuns({ io, paths }: Home, runs: readonly string[]): Promise<readonly number[]> {
  const words = [...daemonArguments(io.program), "--end-runs", ...runs];
  const child = spawn(process.execPath, words, { ...spawnOptions(io, paths), stdio: ["ignore", "pipe", "pipe"] });
  const [said, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]).catch((error: Error) => {
    throw unreachable(error.message, paths);
  });
  if (code !== 0) throw unreachable(complaint.trim() || `it ended with ${code ?? "a signal"}`, paths);
  return (JSON.parse(said) as { left: number[] }).left;
}
