import { existsSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { takeStartLock } from "../../src/cli/daemon/start-lock.ts";
import { tempDir } from "../kit/temp-dir.ts";

const path = (): string => join(tempDir(), "starting");
const me = { pid: process.pid, nowMs: Date.now() };

test("one starts, the others wait, and when it is done the next may", () => {
  const file = path();
  const release = takeStartLock(file, me);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(takeStartLock(file, me)).toBeNull();
  release?.();
  expect(existsSync(file)).toBe(false);
  expect(takeStartLock(file, me)).not.toBeNull();
});

test("a lock whose maker is gone is taken over", () => {
  const file = path();
  // Above every system's highest pid.
  writeFileSync(file, "2147483646");
  expect(takeStartLock(file, me)).not.toBeNull();
});

test("a lock that is too old is taken over; one that is being written is not", () => {
  const file = path();
  writeFileSync(file, "");
  expect(takeStartLock(file, me)).toBeNull();
  const old = new Date(Date.now() - 20_000);
  utimesSync(file, old, old);
  expect(takeStartLock(file, me)).not.toBeNull();
});

test("letting go of a lock that somebody took over is no error", () => {
  const file = path();
  const release = takeStartLock(file, me);
  release?.();
  expect(() => release?.()).not.toThrow();
});
