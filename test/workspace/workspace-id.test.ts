// A workspace's identity: the canonical path, and the repository that worktrees share.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findGitRoot, repoId, workspaceId } from "../../src/workspace/index.ts";
import { tempDir } from "../kit/temp-dir.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

function git(cwd: string, ...args: string[]): void {
  const identity = ["-c", "user.name=ada", "-c", "user.email=ada@example.org", "-c", "protocol.file.allow=always"];
  const env = { PATH: process.env.PATH, HOME: cwd, GIT_CONFIG_NOSYSTEM: "1" };
  execFileSync("git", [...identity, ...args], { cwd, env, stdio: "pipe" });
}

/** A repository with one commit. */
function makeRepo(path: string): string {
  mkdirSync(path, { recursive: true });
  git(path, "init", "--quiet");
  git(path, "commit", "--quiet", "--allow-empty", "--message", "first");
  return path;
}

describe("the id", () => {
  test.for([
    ["/home/ada/skein", "/home/ada/skein"],
    ["/home/ada/skein/", "/home/ada/skein"],
    ["/home/ada/skein///", "/home/ada/skein"],
    ["/", "/"],
    ["///", "/"],
    ["/höme/ada", "/höme/ada"],
  ])("[R-02] of %s is the SHA-256 of %s in hex", ([path, hashed]) => {
    expect(workspaceId(path!)).toBe(sha256(hashed!));
  });

  test("[R-01] differs between directories", () => {
    const ids = ["/a", "/b", "/a/b", "/A", "/a "].map(workspaceId);
    expect(new Set(ids).size).toBe(5);
  });
});

describe("[R-04] the git root", () => {
  test("is found from any depth below it", () => {
    const repo = makeRepo(join(tempDir(), "repo"));
    mkdirSync(join(repo, "src", "deep"), { recursive: true });
    expect([repo, join(repo, "src"), join(repo, "src", "deep"), `${repo}/src/../src/`].map(findGitRoot)).toEqual(
      Array(4).fill(repo),
    );
  });

  test("is the innermost one", () => {
    const outer = makeRepo(join(tempDir(), "outer"));
    const inner = makeRepo(join(outer, "vendor", "inner"));
    mkdirSync(join(inner, "src"));
    expect(findGitRoot(join(inner, "src"))).toBe(inner);
    expect(findGitRoot(join(outer, "vendor"))).toBe(outer);
  });

  test("is told by existence alone: a file counts, also an empty one", () => {
    const dir = tempDir();
    mkdirSync(join(dir, "src"));
    writeFileSync(join(dir, ".git"), "");
    expect(findGitRoot(join(dir, "src"))).toBe(dir);
  });

  test("is null outside a repository", () => {
    expect(findGitRoot(tempDir())).toBeNull();
    expect(findGitRoot("/")).toBeNull();
  });
});

describe("the repository's id", () => {
  test("is shared by its worktrees, which have ids of their own", () => {
    const dir = tempDir();
    const main = makeRepo(join(dir, "main"));
    git(main, "worktree", "add", "--quiet", "../tree");
    const tree = join(dir, "tree");
    expect(findGitRoot(tree)).toBe(tree);
    expect(repoId(tree)).toBe(repoId(main));
    expect(repoId(main)).toBe(sha256(join(main, ".git")));
    expect(workspaceId(tree)).not.toBe(workspaceId(main));
  });

  test("is shared by the worktrees of a bare repository", () => {
    const dir = tempDir();
    makeRepo(join(dir, "origin"));
    git(dir, "clone", "--quiet", "--bare", "origin", "bare.git");
    git(join(dir, "bare.git"), "worktree", "add", "--quiet", "-b", "one", "../one");
    git(join(dir, "bare.git"), "worktree", "add", "--quiet", "-b", "two", "../two");
    expect(repoId(join(dir, "one"))).toBe(sha256(join(dir, "bare.git")));
    expect(repoId(join(dir, "two"))).toBe(repoId(join(dir, "one")));
  });

  test("is each submodule's own", () => {
    const dir = tempDir();
    makeRepo(join(dir, "library"));
    const main = makeRepo(join(dir, "main"));
    git(main, "submodule", "--quiet", "add", "../library", "a");
    git(main, "submodule", "--quiet", "add", "../library", "b");
    const ids = [main, join(main, "a"), join(main, "b")].map(repoId);
    expect(ids).toEqual([
      sha256(join(main, ".git")),
      sha256(join(main, ".git", "modules", "a")),
      sha256(join(main, ".git", "modules", "b")),
    ]);
  });

  test("is that of a git directory kept elsewhere", () => {
    const dir = tempDir();
    mkdirSync(join(dir, "kept"));
    git(dir, "init", "--quiet", "--separate-git-dir", join(dir, "kept", "one.git"), join(dir, "one"));
    expect(repoId(join(dir, "one"))).toBe(sha256(join(dir, "kept", "one.git")));
  });

  test("does not depend on the way to it", () => {
    const dir = tempDir();
    const main = makeRepo(join(dir, "main"));
    symlinkSync(main, join(dir, "link"));
    expect(repoId(join(dir, "link"))).toBe(repoId(main));
    expect(realpathSync(join(dir, "link"))).toBe(main);
  });

  test.for(["", "hello", "gitdir: /nowhere/at/all", "gitdir:"])("is null when .git is a file with %j", (text) => {
    const dir = tempDir();
    writeFileSync(join(dir, ".git"), text);
    expect(repoId(dir)).toBeNull();
  });

  test("is null outside a repository", () => {
    expect(repoId(tempDir())).toBeNull();
  });
});
