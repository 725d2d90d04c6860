import { closeSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { namesIn, orNull, realPathOf, writeSome } from "../../src/system/index.ts";
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

test("what is written is counted, and a failure is thrown", () => {
  const path = join(tempDir(), "a");
  const file = openSync(path, "w");
  expect([writeSome(file, Buffer.from("text")), readFileSync(path, "utf8")]).toEqual([4, "text"]);
  const readOnly = openSync(path, "r");
  expect(() => writeSome(readOnly, Buffer.from("more"))).toThrow("EBADF");
  for (const one of [file, readOnly]) closeSync(one);
});
