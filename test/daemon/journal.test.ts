// The daemon's own log file.
import { appendFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openJournal } from "../../src/daemon/journal.ts";
import { makeHuge } from "../kit/odd-entries.ts";
import { tempDir } from "../kit/temp-dir.ts";

const now = () => "2026-01-31T09:00:00.000Z";

test("a file that is full becomes .1, another one begins, and no entry is lost between them", () => {
  const path = join(tempDir(), "daemon.log");
  const journal = openJournal(path, now);
  const text = "x".repeat(1024);
  for (let number = 0; number < 6000; number++) journal.info(text, { number });
  const numbers = [`${path}.1`, path].flatMap((file) =>
    readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).number),
  );
  expect(numbers).toEqual(Array.from({ length: 6000 }, (_, number) => number));
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test.each([
  ["8 GB", 8 * 1024 ** 3],
  ["20 MB", 20 * 1024 ** 2],
])("of a file that something else filled with %s its newest lines are kept, whole", (_, bytes) => {
  const path = join(tempDir(), "daemon.log");
  makeHuge(path, bytes);
  const lines = Array.from({ length: 100_000 }, (_, number) => `an old line of the system, number ${number}`);
  appendFileSync(path, `\n${lines.join("\n")}\n`);
  openJournal(path, now).info("starts");
  const kept = readFileSync(`${path}.1`, "utf8")
    .trimEnd()
    .split("\n")
    .filter((line) => !line.includes("\0"));
  expect(kept.at(-1)).toBe(lines.at(-1));
  expect(kept).toEqual(lines.slice(-kept.length));
  expect(statSync(`${path}.1`).size).toBeLessThan(12 * 1024 ** 2);
  expect(statSync(`${path}.1`).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, "utf8")).toContain("starts");
});

test("what can't be written keeps nobody from working", () => {
  const path = join(tempDir(), "a-file");
  writeFileSync(path, "");
  expect(() => openJournal(join(path, "daemon.log"), now).error("no room", new Error("why"))).not.toThrow();
});
