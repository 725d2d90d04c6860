// What the programs that write to a log have in common: which files they touch, and what their words mean.
import { A } from "../contracts/log/samples.ts";
import type { Acknowledged } from "./oracle.ts";
import { runAlone } from "./strace.ts";

export const databaseFiles = (path: string): string[] => [path, `${path}-wal`, `${path}-shm`, `${path}-journal`];

export function acknowledgedIn(lines: readonly string[]): Acknowledged[] {
  return lines.flatMap((line) => {
    const [, seq, command, blob] = /^(\d+) (\S+)(?: (\S+))?$/.exec(line) ?? [];
    if (seq === undefined || command === undefined) return [];
    return [{ session: A, seq: Number(seq), command, ...(blob === undefined ? {} : { blob }) }];
  });
}

export const faultsIn = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => (line.startsWith("fault ") ? [line.slice("fault ".length)] : []));

/** A closed or a suddenly left database with so many changes in it. */
export async function prepareLog(path: string, changes: number, end: "leave" | "close"): Promise<Acknowledged[]> {
  const { code, lines, errors } = await runAlone({ program: "append.ts", args: [path, String(changes), end] });
  if (code !== 0) throw new Error(`the database could not be prepared: ${errors}`);
  return acknowledgedIn(lines);
}
