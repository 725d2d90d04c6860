// Whatever lies where a repository has its `.git`, whoever put it there: it is told at once what the workspace is, and nothing is read for ever.
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { locateWorkspace, workspaceId } from "../../src/workspace/index.ts";
import { oddEntries } from "../kit/odd-entries.ts";
import { tempDir } from "../kit/temp-dir.ts";

const locate = (cwd: string) => locateWorkspace({ typed: null, cwd, projectRoots: [] });

/** A repository whose git directory is elsewhere, as that of a worktree is. */
function makeTree(): { root: string; gitDir: string } {
  const root = tempDir();
  const gitDir = join(root, "kept");
  mkdirSync(gitDir);
  writeFileSync(join(root, ".git"), "gitdir: kept\n");
  return { root, gitDir };
}

const isDirectory = (what: string): boolean => what.includes("directory");
/** What leads nowhere is nothing. */
const isNothing = (what: string): boolean => ["a link to itself", "a link through a file"].includes(what);

test.for(Object.entries(oddEntries))("%s as .git", async ([what, make]) => {
  const root = tempDir();
  await make(join(root, ".git"));
  mkdirSync(join(root, "src"));
  const { kind, workspace } = locate(join(root, "src")) as {
    kind: string;
    workspace: { path: string; repoId?: string };
  };
  expect(kind).toBe("found");
  expect(workspace.path).toBe(isNothing(what) ? join(root, "src") : root);
  expect(workspace.repoId === undefined).toBe(!isDirectory(what));
});

test.for(Object.entries(oddEntries))("%s as the file that names what worktrees share", async ([, make]) => {
  const { root, gitDir } = makeTree();
  await make(join(gitDir, "commondir"));
  expect(locate(root)).toMatchObject({ kind: "found", workspace: { path: root, repoId: workspaceId(gitDir) } });
});

test.for([
  ["nothing", ""],
  ["blanks", " \n\n"],
  ["zeros", "\0".repeat(100)],
  ["another word", "gitdirs: kept"],
  ["no path", "gitdir: \n"],
  ["a path that is not there", "gitdir: none\n"],
  ["a path through a file", "gitdir: .git/x\n"],
  ["a path with a zero byte", "gitdir: a\0b\n"],
  ["a path that is too long", `gitdir: ${"n/".repeat(4000)}\n`],
  ["more than a path can have", `gitdir: kept\n${"x".repeat(20_000)}`],
  ["bytes that are no UTF-8", Buffer.from([0x67, 0x69, 0x74, 0xff, 0xfe])],
] as const)("a .git file that says %s", ([, text]) => {
  const root = tempDir();
  mkdirSync(join(root, "kept"));
  writeFileSync(join(root, ".git"), text);
  expect(locate(root)).toEqual({ kind: "found", workspace: { id: workspaceId(root), path: root } });
});

test("a .git file that names itself or a device: its path is an identity, and it is not read", () => {
  const root = tempDir();
  for (const target of [join(root, ".git"), "/dev/zero", "/dev/random"]) {
    writeFileSync(join(root, ".git"), `gitdir: ${target}\n`);
    expect(locate(root)).toMatchObject({ kind: "found", workspace: { path: root, repoId: workspaceId(target) } });
  }
});

test("a .git that may not be read, or that is a chain of links, is what it is", () => {
  const root = tempDir();
  mkdirSync(join(root, "kept"));
  symlinkSync("kept", join(root, "one"));
  symlinkSync("one", join(root, ".git"));
  expect(locate(root)).toMatchObject({ workspace: { path: root, repoId: workspaceId(join(root, "kept")) } });
  const closed = tempDir();
  writeFileSync(join(closed, ".git"), "gitdir: x\n");
  chmodSync(join(closed, ".git"), 0);
  expect(locate(closed)).toMatchObject({ kind: "found", workspace: { path: closed } });
});
