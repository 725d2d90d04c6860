// An agent's stderr: the keeper bounds it, and keeps its beginning and its end.
import { absent } from "../../system/index.ts";
import { type RunFiles, readNumber } from "./run-files.ts";
import { readTail } from "./spool.ts";

/** Its end. */
export async function stderrTail({ err, errLast }: RunFiles, maxBytes: number): Promise<string> {
  const newest = await readTail(err, maxBytes);
  const missing = maxBytes - Buffer.byteLength(newest);
  if (missing <= 0) return newest;
  const older = await readTail(errLast, missing).catch(absent);
  return `${older ?? ""}${newest}`;
}

/** The minimum of dropped bytes; 0 if it is complete. */
export const stderrDropped = async ({ errDropped }: RunFiles): Promise<number> => (await readNumber(errDropped)) ?? 0;
