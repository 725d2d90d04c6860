// A Git repository for one test.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { tempDir } from "./temp-dir.ts";

export interface TestRepository {
  readonly root: string;
  git(...args: readonly string[]): string;
  write(path: string, text: string | Buffer): void;
  remove(path: string): void;
}

const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"];

export function openRepository(root: string): TestRepository {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  return {
    root,
    git: (...args) => execFileSync("git", [...identity, ...args], { cwd: root, env, encoding: "utf8", stdio: "pipe" }),
    write(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    remove: (path) => rmSync(join(root, path), { recursive: true }),
  };
}

/** With one commit of these files. */
export function testRepository(files: Readonly<Record<string, string | Buffer>> = {}): TestRepository {
  const repository = openRepository(tempDir());
  repository.git("init", "--quiet", "--initial-branch=main");
  for (const [path, text] of Object.entries(files)) repository.write(path, text);
  repository.git("add", "--all");
  repository.git("commit", "--quiet", "--allow-empty", "--message=first");
  return repository;
}
