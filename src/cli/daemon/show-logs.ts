// `skein daemon logs`: sentences for people, the lines of the file for programs.
import type { Io } from "../io.ts";
import { jsonLine } from "../text/json-line.ts";
import type { Style } from "../text/style.ts";
import { newestLines, sizeOf } from "./daemon-log.ts";
import { followLog } from "./follow-log.ts";
import { entriesSince, entryText } from "./log-entry.ts";

interface Showing {
  readonly io: Io;
  readonly style: Style;
  readonly path: string;
  readonly print: (text: string) => void;
  /** At most this many of the newest lines. */
  readonly count: number;
  /** Only recent lines. */
  readonly withinMs: number | null;
}

export function readLogs(
  { io, path, count, withinMs }: Omit<Showing, "print" | "style">,
  to = Number.POSITIVE_INFINITY,
): string[] {
  const lines = newestLines(path, to);
  return (withinMs === null ? lines : entriesSince(lines, io.now() - withinMs)).slice(-count);
}

interface LogOptions {
  /** Follows the log until the person stops it. */
  readonly follow: boolean;
  /** JSON lines, also in a terminal. */
  readonly isRaw: boolean;
}

export async function showLogs({ follow, isRaw, ...showing }: Showing & LogOptions): Promise<void> {
  const { io, style, path, print } = showing;
  const isForPeople = io.stdout.isTTY === true && !isRaw;
  const show = (line: string): void => print(isForPeople ? entryText(line, style) : jsonLine(line, io.stdout));
  // Lines that arrive during the read are left to the follower.
  const end = sizeOf(path);
  const lines = readLogs(showing, end);
  for (const line of lines) show(line);
  if (follow) return followLog(path, end, { print: show, onInterrupt: io.onInterrupt });
  if (lines.length === 0) print(`no lines ${showing.withinMs === null ? "" : "of that period "}in ${path}`);
}
