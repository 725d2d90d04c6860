// The program's command line.
import { parseArgs } from "node:util";

export interface Launch {
  nativeId: string;
  /** Whether to go on with a conversation that exists, or to begin one. */
  resumed: boolean;
  stateDir: string;
}

export const usage = "usage: demo-agent --state-dir <directory> (--session-id <new id> | --resume <id>)\n";

/** The id becomes a file name. */
const safeId = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;

/** Null when they make no sense. */
export function readArguments(args: string[]): Launch | null {
  const { "session-id": begin, resume, "state-dir": stateDir } = readOptions(args);
  const nativeId = begin ?? resume;
  if (stateDir === undefined || nativeId === undefined || !safeId.test(nativeId)) return null;
  if (begin !== undefined && resume !== undefined) return null;
  return { nativeId, resumed: resume !== undefined, stateDir };
}

function readOptions(args: string[]): { "session-id"?: string; resume?: string; "state-dir"?: string } {
  const text = { type: "string" } as const;
  try {
    return parseArgs({ args, options: { "session-id": text, resume: text, "state-dir": text } }).values;
  } catch {
    return {};
  }
}
