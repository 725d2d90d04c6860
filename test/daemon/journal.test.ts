// The daemon's own log file.
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openJournal } from "../../src/daemon/journal.ts";
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

test("what can't be written keeps nobody from working", () => {
  const path = join(tempDir(), "a-file");
  writeFileSync(path, "");
  expect(() => openJournal(join(path, "daemon.log"), now).error("no room", new Error("why"))).not.toThrow();
});
