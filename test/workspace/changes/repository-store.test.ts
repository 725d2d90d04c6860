// The store of a repository's checkpoints, when Git is slow or was killed, the disk is full, or the repository is away.
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { olderHalf } from "../../../src/workspace/changes/repository-store.ts";
import { Checkpoints, type Kept } from "../../../src/workspace/index.ts";
import { testRepository } from "../../kit/repository.ts";
import { tempDir } from "../../kit/temp-dir.ts";

const MINUTE_MS = 60_000;

function stores() {
  const directory = tempDir();
  const faults: string[] = [];
  const clock = { nowMs: 0 };
  const open = () =>
    new Checkpoints({
      directory,
      home: directory,
      nowMs: () => clock.nowMs,
      report: (message) => void faults.push(message),
    });
  const kept = (session: string, turn: string, moment: Kept["moment"] = "start"): Kept => ({ session, turn, moment });
  const only = (): string => join(directory, readdirSync(directory)[0] ?? "");
  return { directory, faults, clock, open, kept, only };
}

/** A Git in front of the others on the PATH: a shell script, which goes on as the real one. */
function gitThat(does: string): void {
  const bin = tempDir();
  const real = (process.env.PATH ?? "").split(":").find((place) => existsSync(join(place, "git"))) ?? "";
  writeFileSync(join(bin, "git"), `#!/bin/sh\n${does}\nexec '${real}/git' "$@"\n`);
  chmodSync(join(bin, "git"), 0o755);
  vi.stubEnv("PATH", `${bin}:${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
}

/** Holds the named Git command until the file is there. */
const holdUntil = (word: string, file: string): string =>
  `for a in "$@"; do if [ "$a" = ${word} ]; then while [ ! -e '${file}' ]; do sleep 0.05; done; fi; done`;

test("what a killed Git has locked is free again for the next daemon, and after a rest for this one", async () => {
  const { root } = testRepository({ "a.txt": "a\n" });
  const { open, kept, only, clock } = stores();
  const first = open();
  expect(await first.take(root, kept("s", "t1"))).toMatchObject({ tree: expect.any(String) });
  const lock = (): void => {
    writeFileSync(join(only(), "index.lock"), "");
    writeFileSync(join(only(), "packed-refs.lock"), "");
    writeFileSync(join(only(), "refs", "skein", "s", "t2-start.lock"), "");
  };
  lock();
  expect(await first.take(root, kept("s", "t2"))).toEqual({ tree: null, why: "failed" });
  clock.nowMs += 11 * MINUTE_MS;
  expect(await first.take(root, kept("s", "t2"))).toMatchObject({ tree: expect.any(String) });
  lock();
  expect(await open().take(root, kept("s", "t3"))).toMatchObject({ tree: expect.any(String) });
});

test("an index that is damaged is made again after a rest", async () => {
  const { root } = testRepository({ "a.txt": "a\n" });
  const { open, kept, only, clock } = stores();
  const checkpoints = open();
  const before = await checkpoints.take(root, kept("s", "t1"));
  writeFileSync(join(only(), "index"), "no index");
  expect(await checkpoints.take(root, kept("s", "t2"))).toEqual({ tree: null, why: "failed" });
  clock.nowMs += 11 * MINUTE_MS;
  expect(await checkpoints.take(root, kept("s", "t2"))).toEqual(before);
});

test("a tree of old files is none: what can't be written is a failure", async () => {
  const { root, write } = testRepository({ "a.txt": "a\n" });
  const { open, kept, only, faults } = stores();
  const checkpoints = open();
  await checkpoints.take(root, kept("s", "t1"));
  const text = "changed\n";
  write("a.txt", text);
  const name = createHash("sha1").update(`blob ${text.length}\0${text}`).digest("hex");
  writeFileSync(join(only(), "objects", name.slice(0, 2)), "a directory can't be made here");
  expect(await checkpoints.take(root, kept("s", "t1", "end"))).toEqual({ tree: null, why: "failed" });
  expect(faults).toHaveLength(1);
});

test("sessions of one repository that ask at the same time get one tree, and wait once", async () => {
  const { root } = testRepository({ "a.txt": "a\n" });
  const { open, kept } = stores();
  const [listed, go] = [join(tempDir(), "listed"), join(tempDir(), "go")];
  const checkpoints = open();
  await checkpoints.take(root, kept("s", "t0"));
  gitThat(
    `${holdUntil("--modified", go)}\nfor a in "$@"; do if [ "$a" = --modified ]; then echo x >> '${listed}'; fi; done`,
  );
  const asked = ["s1", "s2", "s3", "s4"].map((session) => checkpoints.take(root, kept(session, "t1")));
  writeFileSync(go, "");
  const taken = await Promise.all(asked);
  expect(new Set(taken.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(taken[0]).toMatchObject({ tree: expect.any(String) });
  expect(readFileSync(listed, "utf8")).toBe("x\n");
});

test("a prompt does not wait for what else the store has to do", async () => {
  const { root } = testRepository({ "a.txt": "a\n" });
  const { open, kept } = stores();
  const checkpoints = open();
  await checkpoints.take(root, kept("s", "t1"));
  await checkpoints.take(root, kept("gone", "t1"));
  const go = join(tempDir(), "go");
  onTestFinished(() => writeFileSync(go, ""));
  gitThat(holdUntil("gc", go));
  const tidied = checkpoints.tidy((session) => session === "s");
  expect(await checkpoints.take(root, kept("s", "t2"))).toMatchObject({ tree: expect.any(String) });
  gitThat(holdUntil("--modified", go));
  // By its own limit, not by that of Git's commands.
  expect(await open().take(root, kept("s", "t3"))).toEqual({ tree: null, why: "too_slow" });
  writeFileSync(go, "");
  await tidied;
});

test("a store that fails keeps no other from being tidied", async () => {
  const { open, kept, directory, faults } = stores();
  const checkpoints = open();
  const repositories = [1, 2, 3].map(() => testRepository({ "a.txt": "a\n" }));
  for (const { root } of repositories) await checkpoints.take(root, kept("gone", "t1"));
  const broken = readdirSync(directory)[0] ?? "";
  rmSync(join(directory, broken, "refs"), { recursive: true });
  writeFileSync(join(directory, broken, "refs"), "no directory");
  writeFileSync(join(directory, broken, "HEAD"), "nothing");
  await checkpoints.tidy(() => false);
  expect(readdirSync(directory)).toEqual([broken]);
  expect(faults).toHaveLength(1);
});

test("an object that the repository has removed keeps the store from no tidying", async () => {
  const { root, write, git } = testRepository({ "a.txt": "a\n" });
  const { open, kept, faults, only } = stores();
  const checkpoints = open();
  write("b.txt", "staged\n");
  git("add", "b.txt");
  await checkpoints.take(root, kept("s", "t1"));
  await checkpoints.take(root, kept("gone", "t1"));
  git("reset", "--quiet", "--hard");
  git("gc", "--quiet", "--prune=now");
  await checkpoints.tidy((session) => session === "s");
  expect(faults).toEqual([]);
  expect(existsSync(join(only(), "refs", "skein", "gone"))).toBe(false);
});

test("a store stays while its repository is away for a month of hours, and is removed after that", async () => {
  const { root } = testRepository({ "a.txt": "a\n" });
  const { open, kept, directory, only } = stores();
  const checkpoints = open();
  const misses = (): string => readFileSync(join(only(), "missing"), "utf8");
  const taken = await checkpoints.take(root, kept("s", "t1"));
  renameSync(root, `${root}-away`);
  await checkpoints.tidy(() => true);
  await checkpoints.tidy(() => true);
  expect(misses()).toBe("2");
  renameSync(`${root}-away`, root);
  await checkpoints.tidy(() => true);
  expect(await checkpoints.take(root, kept("s", "t2"))).toEqual(taken);
  renameSync(root, `${root}-away`);
  await checkpoints.tidy(() => true);
  expect(misses()).toBe("1");
  writeFileSync(join(only(), "missing"), "719");
  await checkpoints.tidy(() => true);
  expect(readdirSync(directory)).toHaveLength(1);
  await checkpoints.tidy(() => true);
  expect(readdirSync(directory)).toEqual([]);
});

test("a store that does not say what it is for is left alone", async () => {
  const { root } = testRepository({ "a.txt": "a\n" });
  const { open, kept, directory, only } = stores();
  const checkpoints = open();
  const taken = await checkpoints.take(root, kept("s", "t1"));
  writeFileSync(join(only(), "root"), "");
  mkdirSync(join(directory, "something"));
  await checkpoints.tidy(() => false);
  expect(readdirSync(directory)).toHaveLength(2);
  expect(await open().take(root, kept("s", "t2"))).toEqual(taken);
});

test("of turns, the older half is forgotten when a store is too large, and the others are compared all the same", async () => {
  expect(olderHalf(["r/a/t1-start", "r/a/t10-end", "r/a/t2-end", "r/a/t2-start", "r/b/t1-end"])).toEqual([
    "r/a/t1-start",
    "r/a/t2-end",
  ]);
  const { root, write } = testRepository({ "a.txt": "1\n" });
  const { open, kept } = stores();
  const checkpoints = open();
  const take = async (turn: string): Promise<string> => {
    const taken = await checkpoints.take(root, kept("s", turn));
    return taken?.tree ?? "";
  };
  const start = await take("t1");
  write("a.txt", "2\n");
  const end = await take("t2");
  const gone = { turn: "t0", start: "0123456789012345678901234567890123456789", end: start };
  const caps = { files: 10, lines: 100, lineCharacters: 100, bytes: 10_000 };
  expect(await checkpoints.changes(root, { turns: [gone, { turn: "t1", start, end }], caps })).toMatchObject({
    kind: "found",
    gone: ["t0"],
    files: [{ path: "a.txt" }],
  });
});
