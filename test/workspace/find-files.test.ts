// Files of a workspace by a few letters: what Git would take, nothing outside, and nothing of the repository's own is run.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { WorkspaceFiles } from "../../src/workspace/index.ts";
import { tempDir } from "../kit/temp-dir.ts";

function workspaceWith(...paths: string[]): string {
  const root = tempDir();
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), "");
  }
  return root;
}

const git = (root: string, ...args: string[]): unknown => execFileSync("git", ["-C", root, ...args], { stdio: "pipe" });

function repositoryWith(...paths: string[]): string {
  const root = workspaceWith(...paths);
  git(root, "init", "-q");
  return root;
}

const { signal } = new AbortController();
const newFiles = () => new WorkspaceFiles({ nowMs: () => 0 });
const found = async (root: string, typed: string, files = newFiles()): Promise<string[]> =>
  (await files.find(root, typed, { limit: 20, signal })).items.map(({ path }) => path);

const tree = ["src/core/index.ts", "src/core/reduce.ts", "src/index.ts", "docs/reduce.md", "README.md"];

describe.for<[string, (...paths: string[]) => string]>([
  ["a repository", repositoryWith],
  ["a directory without Git", workspaceWith],
])("in %s", ([, made]) => {
  test("the best comes first: by name, then by path, then by letters in order", async () => {
    const root = made(...tree);
    expect(await found(root, "reduce")).toEqual(["docs/reduce.md", "src/core/reduce.ts"]);
    expect((await found(root, "index"))[0]).toBe("src/index.ts");
    expect((await found(root, "core/"))[0]).toBe("src/core/index.ts");
    expect(await found(root, "corduce")).toEqual(["src/core/reduce.ts"]);
    expect(await found(root, "RE ts")).toContain("src/core/reduce.ts");
    expect((await found(root, "core"))[0]).toBe("src/core");
    expect(await found(root, "nothing like it")).toEqual([]);
  });

  test("without letters what is near the top comes first", async () => {
    expect((await found(made(...tree), "")).slice(0, 3)).toEqual(["src", "docs", "README.md"]);
  });

  test("dependencies and Git's own files are left out", async () => {
    const root = made("a.ts", "node_modules/a/a.ts", "lib/node_modules/b/a.ts");
    writeFileSync(join(root, ".gitignore"), "node_modules\n");
    expect(await found(root, "a.ts")).toEqual(["a.ts"]);
    expect(await found(root, "HEAD")).toEqual([]);
  });

  test("a link out of the workspace is not given, one inside of it is", async () => {
    const outside = workspaceWith("secret.txt");
    const root = made("inside.txt");
    symlinkSync(join(outside, "secret.txt"), join(root, "secret.txt"));
    symlinkSync(outside, join(root, "secrets"));
    symlinkSync("inside.txt", join(root, "also-inside.txt"));
    expect(await found(root, "secret")).toEqual([]);
    expect(await found(root, "inside")).toEqual(["inside.txt", "also-inside.txt"]);
  });

  test("names of every kind are given as they are", async () => {
    const odd = ["with space.txt", "naïve-東京.txt", 'quo"te.txt', "new\nline.txt", "-dash.txt"];
    expect((await found(made(...odd), "txt")).sort()).toEqual([...odd].sort());
  });
});

test("what Git ignores, or knows but was removed, is not given; what is new is", async () => {
  const root = repositoryWith("kept.ts", "gone.ts", "ignored.ts");
  git(root, "add", "kept.ts", "gone.ts");
  rmSync(join(root, "gone.ts"));
  writeFileSync(join(root, ".gitignore"), "ignored.ts\n");
  writeFileSync(join(root, "new.ts"), "");
  expect((await found(root, ".ts")).sort()).toEqual(["kept.ts", "new.ts"]);
});

test("no program of the repository's own config is run", async () => {
  const root = repositoryWith("a.ts");
  const trace = join(root, "ran");
  writeFileSync(join(root, "hook.sh"), `#!/bin/sh\ntouch ${trace}\n`, { mode: 0o755 });
  git(root, "config", "core.fsmonitor", join(root, "hook.sh"));
  expect(await found(root, "a.ts")).toEqual(["a.ts"]);
  expect(existsSync(trace)).toBe(false);
});

test("the disk is read once for what is typed in one go, and again later", async () => {
  let reads = 0;
  let nowMs = 0;
  const list = async () => ({ paths: [`read-${++reads}.ts`], isCut: false });
  const files = new WorkspaceFiles({ nowMs: () => nowMs, list });
  const root = workspaceWith("read-1.ts", "read-2.ts");
  await Promise.all(["r", "re", "rea"].map((typed) => found(root, typed, files)));
  nowMs = 4000;
  expect(await found(root, "read", files)).toEqual(["read-1.ts"]);
  nowMs = 6000;
  expect(await found(root, "read", files)).toEqual(["read-2.ts"]);
});

test("Git is kept from fetching, which could run what a repository names, also by versions that know only protocols", async () => {
  const bin = tempDir();
  const seen = join(bin, "seen");
  writeFileSync(join(bin, "git"), `#!/bin/sh\nenv > ${seen}\n`, { mode: 0o755 });
  vi.stubEnv("PATH", `${bin}:/usr/bin:/bin`);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  await found(workspaceWith("a.ts"), "a");
  const env = readFileSync(seen, "utf8").split("\n");
  expect(env).toEqual(expect.arrayContaining(["GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none"]));
});
