// The daemon: it answers, has this version, and its program still exists.
import { existsSync, statSync } from "node:fs";
import { VERSION } from "../../home/index.ts";
import { commandLineOf, executableOf } from "../../system/index.ts";
import { relativeTime } from "../text/relative-time.ts";
import { tildePath } from "../text/tilde-path.ts";
import type { Check, Finding } from "./check.ts";

const FIX = "skein daemon stop: the next command starts the new one, and busy agents keep running";

export interface ProgramFacts {
  /** The program that it was started from; null if unknown. */
  readonly program: string | null;
  readonly isThere: boolean;
  /** When the file was last replaced or changed. */
  readonly changedMs: number;
  readonly startedMs: number;
  /** The Node that it runs on was removed since. */
  readonly isNodeGone: boolean;
}

export const daemon: Check = {
  id: "daemon",
  async run({ io, paths, server }) {
    // The attempt to start it has already reported why there is none.
    if (!server) return [];
    const { version, pid, startedAt } = server.daemon;
    const facts = `${version}, pid ${pid}, started ${relativeTime(startedAt, io.now())}, on ${tildePath(paths.socket, io.env.HOME)}`;
    const finding: Finding =
      version === VERSION
        ? { state: "ok", title: "daemon", text: facts }
        : { state: "warning", title: "daemon", text: `${facts}; this command is of version ${VERSION}`, fix: FIX };
    return [finding, ...programFindings(programOf(pid, Date.parse(startedAt)))];
  },
};

/** It loads parts of itself on demand: after a change, old and new code would be mixed. */
export function programFindings({ program, isThere, changedMs, startedMs, isNodeGone }: ProgramFacts): Finding[] {
  const said = (text: string): Finding[] => [{ state: "warning", title: "daemon", text, fix: FIX }];
  if (program === null) return [];
  if (!isThere) return said(`it was started from ${tildePath(program, undefined)}, which is gone`);
  if (isNodeGone) return said("the Node that it runs on was removed or replaced since it started");
  if (changedMs > startedMs) return said(`${tildePath(program, undefined)} was replaced since it started`);
  return [];
}

/** When its content was written, or the file moved there; a change of its mode, as by npm when it links a checkout, does not count. */
export function changedAt(program: string): number {
  const { mtimeMs, birthtimeMs } = statSync(program);
  return Math.max(mtimeMs, birthtimeMs);
}

function programOf(pid: number, startedMs: number): ProgramFacts {
  const words = commandLineOf(pid);
  const program = words[words.indexOf("__daemon") - 1] ?? null;
  const isThere = program !== null && existsSync(program);
  return {
    program,
    isThere,
    changedMs: isThere ? changedAt(program) : 0,
    startedMs,
    isNodeGone: executableOf(pid)?.endsWith(" (deleted)") ?? false,
  };
}
