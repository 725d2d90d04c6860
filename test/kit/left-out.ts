// Tests that were skipped because this machine lacks something: recorded wherever they occur, and listed at the end of the run, with how to
// enable each.
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface LeftOut {
  readonly what: string;
  readonly why: string;
  /** How to enable it. */
  readonly how: string;
}

/** In the directory of the run: workers and the process that started them share it. */
const notes = (): string => join(tmpdir(), "left-out");

export function noteLeftOut({ what, why, how }: LeftOut): void {
  appendFileSync(notes(), `left out: ${what} (${why}): ${how}\n`);
}

/** Each once; whoever asks next gets only what came later. */
export function takeLeftOut(): string[] {
  if (!existsSync(notes())) return [];
  const lines = readFileSync(notes(), "utf8").trimEnd().split("\n");
  rmSync(notes());
  return [...new Set(lines)].sort();
}

export const isRoot = process.getuid?.() === 0;

/** For `skipIf`. What only root can show: files and processes of several users. Where CI is set everything must run. */
export function withoutRoot(what: string, run = "npm test"): boolean {
  if (isRoot) return false;
  if (process.env.CI) throw new Error(`${what} can't be tested here: only root can show it`);
  noteLeftOut({ what, why: "only root can show it", how: `${run} as root` });
  return true;
}

export const missingOf = (programs: readonly string[]): string[] =>
  programs.filter((program) => spawnSync("/bin/sh", ["-c", `command -v ${program}`]).status !== 0);

/** For `skipIf`. Where CI is set everything must run: a program that is missing is a failure. */
export function withoutPrograms(what: string, programs: readonly string[], run = "npm test"): boolean {
  const missing = missingOf(programs);
  if (missing.length === 0) return false;
  const names = missing.join(", ");
  if (process.env.CI) throw new Error(`${what} can't be tested here; please install: ${names} (.ci/run does)`);
  noteLeftOut({ what, why: "not installed", how: `install ${names}, then ${run}` });
  return true;
}

/** For `skipIf`. */
export function unlessLinux(what: string): boolean {
  const isLinux = process.platform === "linux";
  if (!isLinux) noteLeftOut({ what, why: "it is Linux's", how: "npm test on Linux" });
  return !isLinux;
}
