import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { closeSync, constants, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { namesIn, orNull, realPathOf, writeWhole } from "../../src/system/index.ts";
import { tempDir } from "../kit/temp-dir.ts";

test("a look that can't be had is nothing, whatever the reason", () => {
  const dir = tempDir();
  writeFileSync(join(dir, "a"), "text");
  expect([namesIn(dir), namesIn(join(dir, "a")), namesIn(join(dir, "none"))]).toEqual([["a"], [], []]);
  expect([orNull(() => readFileSync(join(dir, "a"), "utf8")), orNull(() => readFileSync(dir))]).toEqual(["text", null]);
});

test("a path is what it leads to, or itself", () => {
  const dir = tempDir();
  mkdirSync(join(dir, "real"));
  symlinkSync(join(dir, "real"), join(dir, "link"));
  symlinkSync(join(dir, "none"), join(dir, "lost"));
  const paths = ["link", "lost", "none"].map((name) => join(dir, name));
  expect(paths.map(realPathOf)).toEqual([join(dir, "real"), ...paths.slice(1)]);
});

test("a failure to write is thrown", () => {
  const file = openSync("/dev/null", "r");
  expect(() => writeWhole(file, Buffer.from("text"))).toThrow("EBADF");
  closeSync(file);
});

test("a pipe that does not block and has too little room gets all bytes, in order", async () => {
  const dir = tempDir();
  const [pipe, copy] = [join(dir, "pipe"), join(dir, "copy")];
  execFileSync("mkfifo", [pipe]);
  const reader = spawn("sh", ["-c", 'cat "$1" > "$2"', "sh", pipe, copy], { stdio: "ignore" });
  const bytes = randomBytes(1024 * 1024);
  const file = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  writeWhole(file, bytes);
  closeSync(file);
  await once(reader, "close");
  expect(readFileSync(copy).equals(bytes)).toBe(true);
});
