// What an agent wrote to stderr: the keeper bounds it, and keeps what is said first and last.
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

/** How many bytes of it were dropped, at least; 0 when all of it is there. */
export const stderrDropped = async ({ errDropped }: RunFiles): Promise<number> => (await readNumber(errDropped)) ?? 0;
