// Compiled code is kept where nobody else can put any.
import { chmodSync, existsSync, lchownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { compileCacheIn } from "../../src/compile-cache.ts";
import { withoutRoot } from "../kit/left-out.ts";
import { tempDir } from "../kit/temp-dir.ts";

const MALLORY = 12_002;

/** As it would be used with this directory for caches. */
const cacheIn = (caches: string): string | null => compileCacheIn({ XDG_CACHE_HOME: caches });

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test.for([0o000, 0o002, 0o022, 0o077])("it is made for its owner alone, with umask %o", (mask) => {
  const before = process.umask(mask);
  onTestFinished(() => void process.umask(before));
  const caches = join(tempDir(), "cache");
  const code = join(caches, "skein", "code");
  expect(cacheIn(caches)).toBe(code);
  expect([code, join(caches, "skein"), caches].map(modeOf)).toEqual([0o700, 0o700, 0o700]);
});

test.for([0o775, 0o777])(
  "what an older version made with mode %o is closed, and what lies there is not used",
  (mode) => {
    const caches = tempDir();
    mkdirSync(join(caches, "skein", "compile"), { recursive: true });
    chmodSync(join(caches, "skein"), mode);
    expect(cacheIn(caches)).toBe(join(caches, "skein", "code"));
    expect(modeOf(join(caches, "skein"))).toBe(0o700);
  },
);

test.for<[what: string, make: (caches: string) => void]>([
  ["others can write it", (caches) => makeLoose(join(caches, "skein", "code"), 0o777)],
  ["its group can write it", (caches) => makeLoose(join(caches, "skein", "code"), 0o770)],
  ["all can write the directory above", (caches) => chmodSync(caches, 0o777)],
  ["a file is in its place", (caches) => writeFileSync(join(caches, "skein"), "")],
  [
    "a link is in its place that leads to what all can write",
    (caches) => {
      makeLoose(join(caches, "open"), 0o777);
      symlinkSync("open", join(caches, "skein"));
    },
  ],
])("it is not used where %s", ([, make]) => {
  const caches = tempDir();
  make(caches);
  expect(cacheIn(caches)).toBeNull();
});

test("a relative directory for caches is that of no working directory: the usual one is used", () => {
  const home = tempDir();
  vi.stubEnv("HOME", home);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(compileCacheIn({ XDG_CACHE_HOME: "cache" })).toBe(join(home, ".cache", "skein", "code"));
  expect(existsSync("cache/skein")).toBe(false);
});

describe.skipIf(withoutRoot("compiled code of other users"))("other users", () => {
  test.for(["skein", "skein/code"])("their directory is not used: %s", (name) => {
    const caches = tempDir();
    mkdirSync(join(caches, name), { recursive: true, mode: 0o700 });
    lchownSync(join(caches, name), MALLORY, MALLORY);
    expect(cacheIn(caches)).toBeNull();
  });

  test("their link is not used, nor is anything made where it leads", () => {
    const caches = tempDir();
    const bait = join(caches, "bait");
    mkdirSync(bait, { mode: 0o700 });
    symlinkSync(bait, join(caches, "skein"));
    lchownSync(join(caches, "skein"), MALLORY, MALLORY);
    expect(cacheIn(caches)).toBeNull();
    expect(existsSync(join(bait, "code"))).toBe(false);
  });
});

function makeLoose(path: string, mode: number): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, mode);
}
