// Where the matrix is kept: as it is checked in, and what runs on this machine have seen since.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
export const writeMatrix = (matrix: Matrix): void => writeJson(RECORDED, matrix);

/** Oldest first. */
export const readReports = (): Report[] => readJson(SEEN, []);
export const addReports = (reports: readonly Report[]): void => writeJson(SEEN, [...readReports(), ...reports]);
export const forgetReports = (): void => rmSync(SEEN, { force: true });
