// From what a person typed to a workspace: an existing path wins, then `~`, then a bare name under the project roots.
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { locateWorkspace, repoId, workspaceId } from "../../src/workspace/index.ts";
import { tempDir } from "../kit/temp-dir.ts";

/** A home with `Projects`, and a current directory beside it. */
function makePlaces() {
  const dir = tempDir();
  const home = join(dir, "home");
  const cwd = join(dir, "cwd");
  const projects = join(home, "Projects");
  for (const path of [cwd, projects]) mkdirSync(path, { recursive: true });
  vi.stubEnv("HOME", home);
  onTestFinished(() => void vi.unstubAllEnvs());
  const locate = (typed: string | null, projectRoots = ["~/Projects"]) => locateWorkspace({ typed, cwd, projectRoots });
  return { dir, home, cwd, projects, locate };
}

function makeDir(...parts: string[]): string {
  const path = join(...parts);
  mkdirSync(path, { recursive: true });
  return path;
}

const found = (path: string, rest: object = {}) => ({
  kind: "found",
  workspace: { id: workspaceId(path), path, ...rest },
});

describe("[C-06] a path argument", () => {
  test("that is not given means the current directory", () => {
    const { cwd, locate } = makePlaces();
    expect(locate(null)).toEqual(found(cwd));
    expect(locate("")).toEqual(found(cwd));
    expect(locate(".")).toEqual(found(cwd));
  });

  test("may be relative or absolute, with slashes and dots", () => {
    const { cwd, dir, locate } = makePlaces();
    const app = makeDir(cwd, "app");
    for (const typed of ["app", "./app", "app/", "app//", "../cwd/app", app, `${app}///`]) {
      expect(locate(typed)).toEqual(found(app));
    }
    expect(locate("..")).toEqual(found(dir));
  });

  test("may begin at home", () => {
    const { home, projects, locate } = makePlaces();
    expect(locate("~")).toEqual(found(home));
    expect(locate("~/Projects")).toEqual(found(projects));
    expect(locate("~/")).toEqual(found(home));
    expect(locate("~//Projects/")).toEqual(found(projects));
  });

  test("is first what lies in the current directory, even a ~ there", () => {
    const { cwd, projects, locate } = makePlaces();
    makeDir(projects, "app");
    const app = makeDir(cwd, "app");
    const tilde = makeDir(cwd, "~", "Projects");
    expect(locate("app")).toEqual(found(app));
    expect(locate("~/Projects")).toEqual(found(tilde));
  });

  test("is then a bare name under the project roots, in their order", () => {
    const { dir, projects, locate } = makePlaces();
    const app = makeDir(projects, "app");
    const other = makeDir(dir, "other", "app");
    expect(locate("app")).toEqual(found(app));
    expect(locate("app", [join(dir, "other"), "~/Projects"])).toEqual(found(other));
    expect(locate("app", [join(dir, "nowhere"), "~/Projects"])).toEqual(found(app));
  });

  test("with a slash in it is never looked for under the project roots", () => {
    const { cwd, projects, locate } = makePlaces();
    makeDir(projects, "app", "src");
    expect(locate("app/src")).toEqual({ kind: "missing", tried: [join(cwd, "app/src")] });
    expect(locate("./app")).toEqual({ kind: "missing", tried: [join(cwd, "app")] });
  });

  test("that is nowhere comes back with every place that was tried", () => {
    const { dir, home, cwd, projects, locate } = makePlaces();
    expect(locate("app", ["~/Projects", join(dir, "work")])).toEqual({
      kind: "missing",
      tried: [join(cwd, "app"), join(projects, "app"), join(dir, "work", "app")],
    });
    expect(locate("~/app")).toEqual({ kind: "missing", tried: [join(cwd, "~/app"), join(home, "app")] });
    expect(locate("/no/such/place")).toEqual({ kind: "missing", tried: ["/no/such/place"] });
  });

  test("that is a file is no directory", () => {
    const { cwd, locate } = makePlaces();
    writeFileSync(join(cwd, "notes"), "");
    expect(locate("notes")).toEqual({ kind: "not_a_directory", path: join(cwd, "notes") });
  });

  test("through a file is missing", () => {
    const { cwd, locate } = makePlaces();
    writeFileSync(join(cwd, "notes"), "");
    expect(locate("notes/src")).toEqual({ kind: "missing", tried: [join(cwd, "notes/src")] });
  });

  test.for(["loop", "dangling", "a\0b", "x".repeat(300)])("that no file system can follow is missing: %j", (typed) => {
    const { cwd, locate } = makePlaces();
    symlinkSync("loop", join(cwd, "loop"));
    symlinkSync("nowhere", join(cwd, "dangling"));
    expect(locate(typed, [])).toEqual({ kind: "missing", tried: [join(cwd, typed)] });
  });

  test("behind a closed door is missing, and a closed room is found", () => {
    const { cwd, dir, locate } = makePlaces();
    const room = makeDir(cwd, "closed", "room");
    chmodSync(dir, 0o755);
    chmodSync(join(cwd, "closed"), 0o000);
    onTestFinished(() => chmodSync(join(cwd, "closed"), 0o700));
    asNobody(() => {
      expect(locate("closed/room")).toEqual({ kind: "missing", tried: [room] });
      expect(locate("closed")).toEqual(found(join(cwd, "closed")));
    });
  });
});

/** Root may go through every door: then this test is nobody for a moment. */
function asNobody(look: () => void): void {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65534);
  try {
    look();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

describe("[R-04] in a repository", () => {
  test("every directory below the root gives the root", () => {
    const { cwd, locate } = makePlaces();
    const repo = makeDir(cwd, "repo");
    makeDir(repo, ".git");
    makeDir(repo, "src", "deep");
    const expected = found(repo, { repoId: repoId(repo) });
    expect(locate("repo")).toEqual(expected);
    expect(locate("repo/src/deep")).toEqual(expected);
    expect(locateWorkspace({ typed: null, cwd: join(repo, "src"), projectRoots: [] })).toEqual(expected);
  });
});

describe("[R-01] [R-02] one directory has one id, whichever way leads to it", () => {
  test("a symlink gives the same id and keeps the path as typed", () => {
    const { cwd, locate } = makePlaces();
    const app = makeDir(cwd, "app");
    symlinkSync(app, join(cwd, "link"));
    expect(locate("link")).toEqual(found(app, { alias: join(cwd, "link") }));
  });

  test("a symlink to a repository keeps the root as typed, also from below", () => {
    const { cwd, locate } = makePlaces();
    const repo = makeDir(cwd, "repo");
    makeDir(repo, ".git");
    makeDir(repo, "src");
    symlinkSync(repo, join(cwd, "link"));
    expect(locate("link/src")).toEqual(found(repo, { repoId: repoId(repo), alias: join(cwd, "link") }));
  });

  test("a symlink into a repository is no other name of its root, nor is the repository around the symlink", () => {
    const { cwd, locate } = makePlaces();
    const repo = makeDir(cwd, "repo");
    makeDir(repo, ".git");
    makeDir(repo, "src");
    const outer = makeDir(cwd, "outer");
    symlinkSync(join(repo, "src"), join(outer, "link"));
    expect(locate("outer/link")).toEqual(found(repo, { repoId: repoId(repo) }));
    makeDir(outer, ".git");
    expect(locate("outer/link")).toEqual(found(repo, { repoId: repoId(repo) }));
  });

  test("the current directory may be written with a slash at its end", () => {
    const { cwd } = makePlaces();
    expect(locateWorkspace({ typed: null, cwd: `${cwd}/`, projectRoots: [] })).toEqual(found(cwd));
  });

  test("the root directory is a workspace too", () => {
    const { locate } = makePlaces();
    expect(locate("/")).toEqual(found("/"));
  });
});
