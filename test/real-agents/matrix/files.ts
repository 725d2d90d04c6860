// Where the matrix is kept: as it is checked in, and what runs on this machine have seen since.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Matrix, Report } from "./matrix.ts";

const RECORDED = "test/recordings/matrix.json";
const SEEN = "node_modules/.cache/skein/matrix.json";

const readJson = <T>(path: string, otherwise: T): T =>
  existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as T) : otherwise;

function writeJson(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value, null, 1)}\n`);
}

export const readMatrix = (): Matrix => readJson(RECORDED, {});

/** In an order that does not depend on which agent was run last. */
export function writeMatrix(matrix: Matrix): void {
  const agents = sorted(matrix).map(([agent, { version, ways }]) => [
    agent,
    { version, ways: Object.fromEntries(sorted(ways)) },
  ]);
  writeJson(RECORDED, Object.fromEntries(agents));
}

const sorted = <T>(record: Readonly<Record<string, T>>): [string, T][] =>
  Object.entries(record).sort(([one], [other]) => one.localeCompare(other));

/** Oldest first. */
export const readReports = (): Report[] => readJson(SEEN, []);
export const addReports = (reports: readonly Report[]): void => writeJson(SEEN, [...readReports(), ...reports]);
export const replaceReports = (reports: readonly Report[]): void => writeJson(SEEN, reports);
