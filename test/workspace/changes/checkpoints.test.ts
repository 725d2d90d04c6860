// What changed in a repository between two moments, whatever the person had changed before, staged or committed meanwhile.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRepository, testRepository } from "../../kit/repository.ts";
import { tempDir } from "../../kit/temp-dir.ts";
import { testCheckpoints } from "./kit.ts";

test("what a person had changed before is not among it, and what was staged or committed meanwhile is", async () => {
  const repository = testRepository({ "a.txt": "one\ntwo\n", "b.txt": "b\n", "c.txt": "c\n" });
  const { root, write, git } = repository;
  write("a.txt", "one\ntwo\nmine\n");
  write("untracked.txt", "mine\n");
  const { tree, between } = testCheckpoints();
  const start = await tree(root);
  write("b.txt", "changed\n");
  git("add", "b.txt");
  write("c.txt", "committed\n");
  git("commit", "--quiet", "--message=by the agent", "c.txt");
  write("new.txt", "new\n");
  const { files, total } = await between(root, start, await tree(root));
  expect(files.map(({ path, status, added, removed }) => [path, status, added, removed])).toEqual([
    ["b.txt", "modified", 1, 1],
    ["c.txt", "modified", 1, 1],
    ["new.txt", "added", 1, 0],
  ]);
  expect(total).toEqual({ files: 3, added: 3, removed: 2 });
  expect(files[0]?.hunks).toEqual([{ oldStart: 1, newStart: 1, heading: "", lines: ["-b", "+changed"] }]);
});

test("nothing of the repository is written: no object, no ref, no index", async () => {
  const { root, write, git } = testRepository({ "a.txt": "a\n" });
  write("untracked.txt", "u\n");
  const listing = (): string[] =>
    readdirSync(join(root, ".git"), { recursive: true, withFileTypes: true }).map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const { mtimeMs, ino } = statSync(path);
      // Git renews the time of an object that it would have written.
      return `${path} ${ino} ${path.includes("/objects/") ? "" : mtimeMs}`;
    });
  const status = git("status", "--porcelain");
  const before = listing();
  const { tree, between } = testCheckpoints();
  const start = await tree(root);
  write("a.txt", "b\n");
  await between(root, start, await tree(root));
  expect(listing()).toEqual(before);
  expect(git("status", "--porcelain")).toBe(` M a.txt\n${status}`);
});

test("renames, deletions, permissions, links, binary files and odd names are what they are", async () => {
  const long = Array.from({ length: 20 }, (_, at) => `line ${at}`).join("\n");
  const { root, write, remove } = testRepository({
    "old.txt": `${long}\n`,
    gone: "gone\n",
    "run.sh": "#!/bin/sh\n",
    "data.bin": Buffer.from([0, 1, 2, 0]),
    "to-link": "text\n",
  });
  const { tree, between } = testCheckpoints();
  const start = await tree(root);
  renameSync(join(root, "old.txt"), join(root, 'new name\t"ü".txt'));
  remove("gone");
  chmodSync(join(root, "run.sh"), 0o755);
  write("data.bin", Buffer.from([0, 1, 3, 0]));
  remove("to-link");
  symlinkSync("/etc/passwd", join(root, "to-link"));
  write("new\nline", "no line break at the end");
  const { files } = await between(root, start, await tree(root));
  const shown = new Map(files.map((file) => [file.path, file]));
  expect(shown.get('new name\t"ü".txt')).toMatchObject({ oldPath: "old.txt", status: "renamed", hunks: [] });
  expect(shown.get("gone")).toMatchObject({ status: "deleted", removed: 1 });
  expect(shown.get("run.sh")).toMatchObject({ status: "modified", oldMode: "100644", newMode: "100755", added: 0 });
  expect(shown.get("data.bin")).toMatchObject({ kind: "binary", hunks: [] });
  const link = shown.get("to-link");
  expect(link).toMatchObject({ kind: "symlink" });
  expect(link?.hunks.flatMap(({ lines }) => lines)).toContain("+/etc/passwd");
  expect(shown.get("new\nline")?.hunks[0]?.lines).toEqual([
    "+no line break at the end",
    "\\ No newline at end of file",
  ]);
});

test("files whose names are not UTF-8 are told apart, though they look the same", async () => {
  const { root } = testRepository({ "a.txt": "a\n" });
  const named = (byte: number): Buffer => Buffer.concat([Buffer.from(`${root}/odd`), Buffer.from([byte])]);
  writeFileSync(named(0xfe), "1\n");
  writeFileSync(named(0xff), "1\n");
  const { tree, between } = testCheckpoints();
  const start = await tree(root);
  writeFileSync(named(0xfe), "2\n");
  writeFileSync(named(0xff), "3\n");
  const end = await tree(root);
  const { files } = await between(root, start, end);
  expect(files.map(({ path, hunks }) => [path, hunks[0]?.lines])).toEqual([
    ["odd\ufffd", ["-1", "+2"]],
    ["odd\ufffd", ["-1", "+3"]],
  ]);
  expect((await between(root, start, end, { path: "odd\ufffd" })).files).toEqual(files);
});

test("what is ignored is left out, and what is tracked all the same is not", async () => {
  const { root, write, git } = testRepository({ ".gitignore": "ignored*\n", "kept.txt": "k\n" });
  write("ignored-but-tracked", "1\n");
  git("add", "--force", "ignored-but-tracked");
  write(".git/info/exclude", "excluded\n");
  const { tree, between } = testCheckpoints();
  const start = await tree(root);
  for (const name of ["ignored-1", "excluded", "ignored-but-tracked", "kept.txt"]) write(name, "2\n");
  const { files } = await between(root, start, await tree(root));
  expect(files.map(({ path }) => path)).toEqual(["ignored-but-tracked", "kept.txt"]);
});

test("what Git was told to overlook is not overlooked", async () => {
  const { root, write, git } = testRepository({ "hidden.txt": "1\n" });
  git("update-index", "--assume-unchanged", "hidden.txt");
  const { tree, between } = testCheckpoints();
  const start = await tree(root);
  write("hidden.txt", "2\n");
  expect((await between(root, start, await tree(root))).files.map(({ path }) => path)).toEqual(["hidden.txt"]);
});

test("a file that is too large is left out and named, and lines that are too many are cut", async () => {
  const { root, write } = testRepository({ "big.txt": "" });
  const { checkpoints, tree, between } = testCheckpoints();
  const start = await tree(root);
  write("huge.bin", Buffer.alloc(9_000_000));
  write("big.txt", Array.from({ length: 6000 }, (_, at) => `${at}\n`).join(""));
  write("z.txt", "z\n");
  const end = await checkpoints.take(root, null);
  expect(end).toMatchObject({ left: ["huge.bin"] });
  const { files, total } = await between(root, start, end?.tree ?? "");
  expect(total).toEqual({ files: 2, added: 6001, removed: 0 });
  expect(files).toMatchObject([
    { path: "big.txt", added: 6000, cut: true },
    { path: "z.txt", added: 1, hunks: [{ lines: ["+z"] }] },
  ]);
  expect(files[0]?.hunks[0]?.lines).toHaveLength(4999);
  expect(files[1]).not.toHaveProperty("cut");
  const alone = await between(root, start, end?.tree ?? "", { path: "z.txt" });
  expect(alone.files[0]?.hunks[0]?.lines).toEqual(["+z"]);
  const few = await between(root, start, end?.tree ?? "", { bytes: 1000 });
  expect(few.files[0]).toMatchObject({ cut: true });
});

test("a worktree, a directory inside, a submodule, a repository without commits and a bare file as .git", async () => {
  const { root, git } = testRepository({ "a.txt": "1\n", "sub/b.txt": "1\n" });
  const { tree, between, checkpoints } = testCheckpoints();
  const other = join(tempDir(), "tree");
  git("worktree", "add", "--quiet", "-b", "other", other);
  const worktree = openRepository(other);
  const start = await tree(other);
  worktree.write("a.txt", "2\n");
  expect((await between(other, start, await tree(other))).files.map(({ path }) => path)).toEqual(["a.txt"]);

  const inside = join(root, "sub");
  const before = await tree(inside);
  openRepository(root).write("a.txt", "outside of it\n");
  openRepository(root).write("sub/b.txt", "2\n");
  expect((await between(inside, before, await tree(inside))).files.map(({ path }) => path)).toEqual(["sub/b.txt"]);

  const library = testRepository({ "l.txt": "1\n" });
  const holder = testRepository({ "h.txt": "1\n" });
  holder.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library.root, "lib");
  holder.git("commit", "--quiet", "--message=lib");
  const held = await tree(holder.root);
  const submodule = openRepository(join(holder.root, "lib"));
  submodule.write("l.txt", "2\n");
  submodule.git("commit", "--quiet", "--all", "--message=second");
  expect((await between(holder.root, held, await tree(holder.root))).files).toMatchObject([
    { path: "lib", kind: "submodule", status: "modified" },
  ]);

  const empty = openRepository(tempDir());
  empty.git("init", "--quiet");
  const none = await tree(empty.root);
  empty.write("first.txt", "1\n");
  expect((await between(empty.root, none, await tree(empty.root))).files).toMatchObject([{ status: "added" }]);

  const broken = openRepository(tempDir());
  broken.write(".git", "no repository");
  expect(await checkpoints.take(broken.root, null)).toEqual({ tree: null, why: "failed" });
  expect(await checkpoints.take(tempDir(), null)).toBe(null);
});

test("changes of several turns are one, without what changed between them", async () => {
  const { root, write } = testRepository({ "a.txt": "1\n", "mine.txt": "1\n", "both.txt": "1\n2\n3\n" });
  const { tree, checkpoints } = testCheckpoints();
  const starts = [await tree(root)];
  write("a.txt", "2\n");
  write("both.txt", "one\n2\n3\n");
  const ends = [await tree(root)];
  write("mine.txt", "a person's\n");
  write("both.txt", "one\ntwo\n3\n");
  starts.push(await tree(root));
  write("a.txt", "3\n");
  write("both.txt", "one\ntwo\nthree\n");
  write("passing.txt", "p\n");
  ends.push(await tree(root));
  const turns = starts.map((start, at) => ({ turn: `t${at + 1}`, start, end: ends[at] ?? "" }));
  const caps = { files: 9, lines: 99, lineCharacters: 99, bytes: 9999 };
  const found = await checkpoints.changes(root, { turns, caps });
  expect(found).toMatchObject({
    kind: "found",
    files: [
      { path: "a.txt", turns: ["t1", "t2"], hunks: [{ lines: ["-1", "+3"] }] },
      { path: "both.txt", turns: ["t1", "t2"], isMixed: true },
      { path: "passing.txt", turns: ["t2"] },
    ],
  });
});

test("trees that are not here are missing, and what no session needs is removed", async () => {
  const { root } = testRepository({ "a.txt": "1\n" });
  const { home, checkpoints, tree } = testCheckpoints();
  await tree(root);
  const foreign = { turn: "t1", start: "1".repeat(40), end: "2".repeat(40) };
  const caps = { files: 9, lines: 99, lineCharacters: 99, bytes: 9999 };
  expect(await checkpoints.changes(root, { turns: [foreign], caps })).toEqual({ kind: "missing" });
  const [store = ""] = readdirSync(home);
  expect(readFileSync(join(home, store, "root"), "utf8")).toBe(root);
  await checkpoints.tidy(() => true);
  expect(existsSync(join(home, store))).toBe(true);
  await checkpoints.tidy(() => false);
  expect(existsSync(join(home, store))).toBe(false);
});

test("after a failure the next prompts do not wait for another one for a while", async () => {
  let now = 0;
  const { checkpoints } = testCheckpoints(() => now);
  const broken = openRepository(tempDir());
  broken.write(".git", "no repository");
  expect(await checkpoints.take(broken.root, null)).toMatchObject({ why: "failed" });
  broken.remove(".git");
  broken.git("init", "--quiet");
  expect(await checkpoints.take(broken.root, null)).toMatchObject({ why: "failed" });
  now = 11 * 60_000;
  expect(await checkpoints.take(broken.root, null)).toMatchObject({ left: [] });
});

test("files are recorded as they are on the disk, whatever their attributes say", async () => {
  const { root, write } = testRepository({
    ".gitattributes": "* ident\n*.sh -diff\nbad.txt working-tree-encoding=UTF-16\n",
  });
  const { tree, between } = testCheckpoints();
  const start = await tree(root);
  write("a.txt", ": $Id: ; echo runs ; $\n");
  write("b.sh", "echo hidden\n");
  write("bad.txt", "no byte order mark\n");
  const { files } = await between(root, start, await tree(root));
  expect(files.map(({ path, hunks }) => [path, hunks[0]?.lines])).toEqual([
    ["a.txt", ["+: $Id: ; echo runs ; $"]],
    ["b.sh", ["+echo hidden"]],
    ["bad.txt", ["+no byte order mark"]],
  ]);
});

test("a repository that is made inside is named, with and without a commit", async () => {
  const { root, write } = testRepository({ "a.txt": "a\n" });
  const { checkpoints } = testCheckpoints();
  for (const name of ["empty", "made"]) {
    const inner = openRepository(join(root, name));
    mkdirSync(inner.root);
    inner.git("init", "--quiet");
    inner.write("x.sh", "x\n");
    if (name === "empty") continue;
    inner.git("add", "--all");
    inner.git("commit", "--quiet", "--message=inner");
  }
  write("b.txt", "b\n");
  const kept = { session: "s", turn: "t1", moment: "end" } as const;
  expect(await checkpoints.take(root, kept)).toMatchObject({ tree: expect.any(String), left: ["empty/", "made/"] });
});
