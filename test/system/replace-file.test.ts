// A file is replaced as a whole or not at all, in both ways: at once, and while others go on.
import {
  chmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { finishedNameOf, replaceFile, replaceFileSync } from "../../src/system/index.ts";
import { tempDir } from "../kit/temp-dir.ts";

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe.each([
  ["replaceFile", replaceFile],
  ["replaceFileSync", async (...args: Parameters<typeof replaceFileSync>) => replaceFileSync(...args)],
] as const)("%s", (_, replace) => {
  test.for([{ isDurable: true }, { isDurable: false }])(
    "makes a file that is its owner's alone: %o",
    async (options) => {
      const dir = tempDir();
      await replace(join(dir, "a"), "one", options);
      await replace(join(dir, "a"), new TextEncoder().encode("two"), options);
      expect([readFileSync(join(dir, "a"), "utf8"), modeOf(join(dir, "a")), readdirSync(dir)]).toEqual([
        "two",
        "600",
        ["a"],
      ]);
    },
  );

  test("keeps the mode of the file that was there", async () => {
    const path = join(tempDir(), "a");
    writeFileSync(path, "one");
    chmodSync(path, 0o644);
    await replace(path, "two");
    expect([readFileSync(path, "utf8"), modeOf(path)]).toEqual(["two", "644"]);
  });

  test("puts it in the place of a link, and leaves alone what that led to", async () => {
    const dir = tempDir();
    writeFileSync(join(dir, "target"), "kept");
    symlinkSync(join(dir, "target"), join(dir, "a"));
    await replace(join(dir, "a"), "new");
    expect([lstatSync(join(dir, "a")).isFile(), readFileSync(join(dir, "target"), "utf8")]).toEqual([true, "kept"]);
  });

  test("what can't be put in its place leaves nothing behind", async () => {
    const dir = tempDir();
    mkdirSync(join(dir, "a", "below"), { recursive: true });
    await expect(replace(join(dir, "a"), "new")).rejects.toMatchObject({
      code: expect.stringMatching(/EISDIR|ENOTEMPTY/),
    });
    await expect(replace(join(dir, "none", "a"), "new")).rejects.toMatchObject({ code: "ENOENT" });
    expect(readdirSync(dir)).toEqual(["a"]);
  });
});

test("parts are written one after the other", async () => {
  const path = join(tempDir(), "a");
  await replaceFile(path, [Buffer.from("one "), Buffer.from("two")]);
  expect(readFileSync(path, "utf8")).toBe("one two");
});

test("content that can't be made leaves the old file, and nothing beside it", async () => {
  const dir = tempDir();
  const path = join(dir, "a");
  replaceFileSync(path, "old");
  const fails = (): string => {
    throw new Error("no content");
  };
  expect(() => replaceFileSync(path, fails)).toThrow("no content");
  await expect(
    replaceFile(
      path,
      (function* () {
        yield Buffer.from("half");
        fails();
      })(),
    ),
  ).rejects.toThrow("no content");
  expect([readFileSync(path, "utf8"), readdirSync(dir)]).toEqual(["old", ["a"]]);
});

test("content may say which file it is in", () => {
  const path = join(tempDir(), "a");
  replaceFileSync(path, (file) => `${fstatSync(file).ino}`);
  expect(readFileSync(path, "utf8")).toBe(`${statSync(path).ino}`);
});

test("what a process that died has left is known by its name", () => {
  const names = ["a.json.123.new", "a.json.new", "a.new.1.new", "a.json", "new", ".new"];
  expect(names.map(finishedNameOf)).toEqual(["a.json", "a.json", "a.new", null, null, null]);
});
