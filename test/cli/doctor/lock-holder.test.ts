// Who holds the lock, from a table that may leave rows out when locks come and go while it is read.
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { holderOf } from "../../../src/cli/processes/lock-holder.ts";
import { tempDir } from "../../kit/temp-dir.ts";

const hex = (number: number): string => number.toString(16).padStart(2, "0");

/** The row of a file that this process has locked. */
function rowOf(path: string): string {
  const { dev, ino } = statSync(path);
  const [major, minor] = [Math.floor(dev / 2 ** 8) & 0xfff, (dev & 0xff) + Math.floor(dev / 2 ** 20) * 2 ** 8];
  return `1: POSIX  ADVISORY  WRITE ${process.pid} ${hex(major)}:${hex(minor)}:${ino} 1073741824 1073742335\n`;
}

function lockFile(): string {
  const path = join(tempDir(), "lock.db");
  writeFileSync(path, "");
  return path;
}

test("a holder whose row was left out at one look is found at the next", () => {
  const path = lockFile();
  const tables = ["", "", rowOf(path)];
  expect(holderOf(path, () => tables.shift() ?? "")).toMatchObject({ pid: process.pid });
});

test("nobody holds it when no look finds a row", () => {
  expect(holderOf(lockFile(), () => "")).toBeNull();
});

test("a system that does not tell is not asked again", () => {
  let looks = 0;
  const readTable = (): null => {
    looks++;
    return null;
  };
  expect(holderOf(lockFile(), readTable)).toBeUndefined();
  expect(looks).toBe(1);
});
