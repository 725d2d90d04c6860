// The program's command line.
import { parseArgs } from "node:util";

export interface Launch {
  nativeId: string;
  /** Whether to go on with a conversation that exists, or to begin one. */
  resumed: boolean;
  stateDir: string;
  /** The conversation that the new one branches off from, and how much of it: without a number all. */
  fork: { nativeId: string; entries?: number } | null;
}

export const usage =
  "usage: demo-agent --state-dir <directory> (--session-id <new id> [--fork <id> [--entries <n>]] | --resume <id>)\n";

/** The id becomes a file name. */
const safeId = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;

/** Null when they make no sense. */
export function readArguments(args: string[]): Launch | null {
  const { "session-id": begin, resume, "state-dir": stateDir, fork, entries } = readOptions(args);
  const nativeId = begin ?? resume;
  if (stateDir === undefined || nativeId === undefined || !safeId.test(nativeId)) return null;
  if (begin !== undefined && resume !== undefined) return null;
  if (fork === undefined) return { nativeId, resumed: resume !== undefined, stateDir, fork: null };
  if (begin === undefined || !safeId.test(fork) || (entries !== undefined && !/^\d+$/.test(entries))) return null;
  const taken = { nativeId: fork, ...(entries === undefined ? {} : { entries: Number(entries) }) };
  return { nativeId, resumed: false, stateDir, fork: taken };
}

const text = { type: "string" } as const;
const options = { "session-id": text, resume: text, "state-dir": text, fork: text, entries: text };

function readOptions(args: string[]): { [name in keyof typeof options]?: string } {
  try {
    return parseArgs({ args, options }).values;
  } catch {
    return {};
  }
}
