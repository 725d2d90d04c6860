// Files that somebody else may have prepared are read without waiting, and no more of them than there should be.
import { appendFileSync, chmodSync, chownSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FileRefused, openRegularFile, readRegularFile } from "../../src/home/index.ts";
import { withoutRoot } from "../kit/left-out.ts";
import { oddEntries } from "../kit/odd-entries.ts";
import { tempDir } from "../kit/temp-dir.ts";

const LIMIT = 1000;
const read = (path: string, isTrusted = false) => readRegularFile(path, { maxBytes: LIMIT, isTrusted }).toString();
const openFiles = (): number => readdirSync("/dev/fd").length;

function fileWith(text: string): string {
  const path = join(tempDir(), "file");
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

describe("what is read whole", () => {
  test.for([0, 1, 255, 256, 257, 258, LIMIT - 1, LIMIT])("a file of %i bytes", (bytes) => {
    expect(read(fileWith("x".repeat(bytes)))).toBe("x".repeat(bytes));
  });

  test("a file behind a link", () => {
    const path = join(tempDir(), "link");
    symlinkSync(fileWith("behind"), path);
    expect(read(path)).toBe("behind");
  });

  test.runIf(process.platform === "linux")("a file that does not say how long it is", () => {
    expect(read("/proc/self/stat")).toMatch(/^\d+ \(/);
  });
});

describe("what is refused", () => {
  test.for(Object.entries(oddEntries))("%s, at once, and no descriptor stays open", async ([name, make]) => {
    const path = join(tempDir(), "odd");
    await make(path);
    const before = openFiles();
    expect(() => read(path)).toThrow(path);
    if (!name.includes("huge")) expect(() => openRegularFile(path)).toThrow(path);
    expect(openFiles()).toBe(before);
  });

  test("a file that is one byte too long", () => {
    const path = fileWith("x".repeat(LIMIT + 1));
    expect(() => read(path)).toThrow(new FileRefused(`${path} is larger than ${LIMIT} bytes`));
  });

  test.runIf(process.platform === "linux")("a file that is too long and does not say so", () => {
    expect(() => readRegularFile("/proc/self/status", { maxBytes: 10 })).toThrow("is larger than 10 bytes");
  });

  test("nothing at all is the system's own error", () => {
    expect(() => read(join(tempDir(), "none"))).toThrow("ENOENT");
  });
});

describe("a file that decides what runs", () => {
  test.for([0o620, 0o602, 0o660, 0o666, 0o777])("is refused with mode %o", (mode) => {
    const path = fileWith("");
    chmodSync(path, mode);
    expect(() => read(path, true)).toThrow(`others can write to ${path}, so it is not used: chmod 600 ${path}`);
    expect(read(path)).toBe("");
  });

  test.for([0o600, 0o640, 0o644, 0o400])("is read with mode %o", (mode) => {
    const path = fileWith("mine");
    chmodSync(path, mode);
    expect(read(path, true)).toBe("mine");
  });

  test.skipIf(withoutRoot("files of other users"))("is refused when it is another user's", () => {
    const path = fileWith("theirs");
    chownSync(path, 12_002, 12_002);
    expect(() => read(path, true)).toThrow(`${path} belongs to another user (12002) and is not used`);
    appendFileSync(path, "!");
    expect(read(path)).toBe("theirs!");
  });
});
