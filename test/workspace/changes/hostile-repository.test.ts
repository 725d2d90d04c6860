// A repository that wants to run programs, in every way that Git offers: none of them runs, whatever is asked about its files.
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runProgramNow } from "../../../src/system/processes.ts";
import { listFiles } from "../../../src/workspace/list-files.ts";
import { openRepository, testRepository } from "../../kit/repository.ts";
import { tempDir } from "../../kit/temp-dir.ts";
import { testCheckpoints } from "./kit.ts";

function trap() {
  const directory = tempDir();
  const program = join(directory, "trap.sh");
  const sprung = join(directory, "sprung");
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> '${sprung}'\ncat 2>/dev/null\n`);
  chmodSync(program, 0o755);
  const seen = (): string => (existsSync(sprung) ? readFileSync(sprung, "utf8") : "");
  return { program, seen };
}

/** By a name that says what would run it. */
function arm({ root, git, write }: ReturnType<typeof testRepository>, program: string): void {
  const names = ["fsmonitor", "sshCommand", "gitProxy", "askPass", "editor", "pager", "alternateRefsCommand"];
  for (const name of names) git("config", `core.${name}`, `${program} ${name}`);
  git("config", "core.hooksPath", join(root, "hooks"));
  mkdirSync(join(root, "hooks"), { recursive: true });
  const hooks = [
    "post-index-change",
    "pre-commit",
    "post-checkout",
    "reference-transaction",
    "pre-auto-gc",
    "fsmonitor-watchman",
  ];
  for (const hook of hooks)
    for (const directory of ["hooks", ".git/hooks"]) {
      write(`${directory}/${hook}`, `#!/bin/sh\nexec '${program}' hook ${hook}\n`);
      chmodSync(join(root, directory, hook), 0o755);
    }
  git("config", "diff.external", `${program} external`);
  for (const name of ["evil", "python"]) {
    git("config", `diff.${name}.command`, `${program} command`);
    git("config", `diff.${name}.textconv`, `${program} textconv`);
    git("config", `diff.${name}.cachetextconv`, "true");
    git("config", `filter.${name}.clean`, `${program} clean`);
    git("config", `filter.${name}.smudge`, `${program} smudge`);
    git("config", `filter.${name}.process`, `${program} process`);
    git("config", `filter.${name}.required`, "true");
    git("config", `merge.${name}.driver`, `${program} merge`);
  }
  git("config", "interactive.diffFilter", `${program} interactive`);
  git("config", "pager.diff", `${program} pager`);
  for (const name of ["diff-tree", "ls-files", "add", "write-tree"])
    git("config", `alias.${name}`, `!${program} alias`);
  git("config", "gpg.program", program);
  git("config", "credential.helper", `!${program} credential`);
  git("config", "uploadpack.packObjectsHook", program);
  git("config", "extensions.partialClone", "origin");
  git("config", "remote.origin.promisor", "true");
  git("config", "remote.origin.url", `ext::${program} %S`);
  git("config", "protocol.ext.allow", "always");
  git("config", "include.path", join(root, "more.config"));
  write("more.config", `[core]\n\tfsmonitor = ${program} included\n`);
  write(".gitattributes", "* filter=evil diff=evil merge=evil\n*.py filter=python diff=python\n");
}

test("nothing of a hostile repository runs, and its changes are shown", async () => {
  const { program, seen } = trap();
  const repository = testRepository({
    "a.txt": "1\n",
    "b.py": "def f():\n    return 1\n",
    "c.bin": Buffer.from([0, 1]),
  });
  const inner = openRepository(join(repository.root, "sub"));
  mkdirSync(inner.root);
  inner.git("init", "--quiet");
  inner.write("s.txt", "1\n");
  inner.git("add", "--all");
  inner.git("commit", "--quiet", "--message=inner");
  repository.git("add", "--force", "sub");
  repository.git("commit", "--quiet", "--message=with a submodule");
  repository.write(
    ".gitmodules",
    `[submodule "sub"]\n\tpath = sub\n\turl = ext::${program}\n\tupdate = !${program} update\n`,
  );
  inner.git("config", "core.fsmonitor", `${program} in the submodule`);
  inner.git("config", "filter.evil.clean", `${program} clean in the submodule`);
  inner.write(".gitattributes", "* filter=evil\n");
  arm(repository, program);

  const { root, write } = repository;
  const { tree, between } = testCheckpoints();
  const start = await tree(root);
  write("a.txt", "2\n");
  write("b.py", "def f():\n    return 2\n");
  write("c.bin", Buffer.from([0, 2]));
  write("new.txt", "n\n");
  inner.write("s.txt", "2\n");
  const { files } = await between(root, start, await tree(root));
  expect(files.map(({ path }) => path)).toEqual(["a.txt", "b.py", "c.bin", "new.txt"]);
  expect(files[1]?.hunks[0]?.lines).toEqual([" def f():", "-    return 1", "+    return 2"]);
  await listFiles(root);
  expect(seen()).toBe("");
});

test("a repository within, whose name is not UTF-8, runs nothing either", async () => {
  const { program, seen } = trap();
  const { root, git, write } = testRepository({ "a.txt": "1\n" });
  const inner = Buffer.concat([Buffer.from(`${root}/sub`), Buffer.from([0xff])]);
  mkdirSync(inner);
  // By a name that Git can be started with; then it gets the other one.
  const made = openRepository(join(root, "made"));
  mkdirSync(made.root);
  made.git("init", "--quiet");
  made.write("s.txt", "1\n");
  made.write(".gitattributes", "* filter=evil\n");
  made.git("add", "--all");
  made.git("commit", "--quiet", "--message=inner");
  made.git("config", "filter.evil.clean", `${program} clean in the repository within`);
  renameSync(made.root, inner);
  git("-c", "core.fsmonitor=false", "add", ".");
  git("commit", "--quiet", "--message=with a submodule");
  const { tree, between } = testCheckpoints();
  const start = await tree(root);
  writeFileSync(Buffer.concat([inner, Buffer.from("/s.txt")]), "2\n");
  write("a.txt", "2\n");
  await tree(root);
  writeFileSync(Buffer.concat([inner, Buffer.from("/s.txt")]), "3\n");
  write("a.txt", "3\n");
  const { files } = await between(root, start, await tree(root));
  expect(files.map(({ path }) => path)).toEqual(["a.txt"]);
  expect(seen()).toBe("");
});

test("a FIFO in place of the repository's index, config or ignore rules blocks nothing", async () => {
  const { root, write } = testRepository({ "a.txt": "1\n" });
  for (const name of ["index", "config", "info/exclude"]) {
    rmSync(join(root, ".git", name), { force: true });
    runProgramNow("/usr/bin/mkfifo", [join(root, ".git", name)]);
  }
  write("a.txt", "2\n");
  const { tree, between } = testCheckpoints();
  const start = await tree(root);
  write("a.txt", "3\n");
  expect((await between(root, start, await tree(root))).files).toMatchObject([{ path: "a.txt" }]);
});

test("the trap springs when Git itself is asked: it would have been seen", () => {
  const { program, seen } = trap();
  const repository = testRepository({ "a.txt": "1\n" });
  repository.git("config", "diff.external", `${program} external`);
  repository.write("a.txt", "2\n");
  repository.git("--no-pager", "diff");
  expect(seen()).toContain("external");
});

test("a git program in the repository itself is not used", async () => {
  const { program, seen } = trap();
  const { root, write } = testRepository({ "a.txt": "1\n" });
  write("bin/git", `#!/bin/sh\nexec '${program}' git\n`);
  chmodSync(join(root, "bin/git"), 0o755);
  const { PATH } = process.env;
  process.env.PATH = `${join(root, "bin")}:.:${PATH}`;
  try {
    await testCheckpoints().tree(root);
  } finally {
    process.env.PATH = PATH;
  }
  expect(seen()).toBe("");
});
