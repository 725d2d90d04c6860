// Whatever lies where Skein keeps a file of its own: each reader comes back at once, and takes it for nothing or says what is wrong.
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { openRun, spoolOf } from "../../src/agents/index.ts";
import { readExit } from "../../src/agents/keeper/run-exit.ts";
import { runFiles } from "../../src/agents/keeper/run-files.ts";
import { loadCommand } from "../../src/agents/keeper/run-spec.ts";
import { openSpool, readTail } from "../../src/agents/keeper/spool.ts";
import { openConfigFile } from "../../src/cli/config/config-file.ts";
import { readLogFrom } from "../../src/cli/daemon/daemon-log.ts";
import { livingRuns } from "../../src/cli/daemon/living-runs.ts";
import { takeStartLock } from "../../src/cli/daemon/start-lock.ts";
import { readBookmark } from "../../src/daemon/attention/bookmark.ts";
import { type ElapsedTime, openElapsedTime } from "../../src/daemon/jobs/elapsed-time.ts";
import { openEnvironments } from "../../src/daemon/runs/environments.ts";
import { configDefinition, readConfig } from "../../src/home/config.ts";
import { readPolicy } from "../../src/home/policy-file.ts";
import { openPages } from "../../src/log/sqlite/database-file/pages.ts";
import { readReport } from "../../src/log/sqlite/repair/report.ts";
import { readWitness } from "../../src/log/sqlite/witness.ts";
import { withoutRoot } from "../kit/left-out.ts";
import { manualClock } from "../kit/manual-clock.ts";
import { makeFifo, oddEntries } from "../kit/odd-entries.ts";
import { tempDir } from "../kit/temp-dir.ts";

interface Reader {
  readonly name: string;
  read(dir: string): unknown;
  /** What it says: a value, or the beginning of an error. */
  readonly says: unknown;
}

const fallback = { PATH: "/usual" };

const readers: readonly Reader[] = [
  { name: "time.json", read: (dir) => elapsedIn(dir).passed(), says: manualClock().now() },
  { name: "attention.json", read: (dir) => readBookmark(join(dir, "attention.json")), says: null },
  {
    name: "session.json",
    read: (dir) => openEnvironments(dir, fallback).of("session", { hadOwn: false }),
    says: expect.objectContaining({ code: "environment_unreadable" }),
  },
  {
    name: "exit",
    read: (dir) => readExit(runFiles(dir)),
    says: expect.objectContaining({ kind: expect.stringMatching(/^(lost|unstarted)$/) }),
  },
  { name: "skein.db.witness", read: (dir) => readWitness(join(dir, "skein.db")), says: null },
  { name: "report.json", read: readReport, says: null },
  {
    name: "spec.json",
    read: (dir) => loadCommand(runFiles(dir)),
    says: expect.objectContaining({ code: "run_not_prepared" }),
  },
  { name: "config.toml", read: (dir) => readConfig(join(dir, "config.toml")), says: anError("ConfigError") },
  {
    name: "config.toml",
    read: (dir) => openConfigFile(join(dir, "config.toml"), configDefinition).read(),
    says: anError("Failure"),
  },
  {
    name: "policy.toml",
    read: (dir) => readPolicy("global", join(dir, "policy.toml")),
    says: { name: "global", rules: [], problem: expect.stringContaining("policy.toml") },
  },
  // Elsewhere than on Linux its keeper tells whether a run lives.
  { name: "runs/r/keeper", read: (dir) => livingRuns({ home: dir, runs: join(dir, "runs") }, "darwin"), says: [] },
];

function elapsedIn(dir: string): ElapsedTime {
  const journal = { info() {}, error() {} };
  return openElapsedTime({ path: join(dir, "time.json"), clock: manualClock(), journal, newest: () => null });
}

function anError(name: string): unknown {
  return expect.objectContaining({ name });
}

const attempt = async (read: () => unknown): Promise<unknown> => {
  try {
    return await read();
  } catch (error) {
    return error;
  }
};

const cases = readers.flatMap(({ name, read, says }) =>
  Object.entries(oddEntries).map(([what, make]) => [what, name, { make, read, says }] as const),
);

/** What leads nowhere may be no file at all. */
const isNothing = (what: string): boolean => ["a link to itself", "a link through a file"].includes(what);

test.for(cases)("%s as %s", async ([what, name, { make, read, says }]) => {
  const dir = tempDir();
  mkdirSync(dirname(join(dir, name)), { recursive: true });
  await make(join(dir, name));
  const said = await attempt(() => read(dir));
  if (isNothing(what)) expect(said).toBeDefined();
  else expect(said).toEqual(says);
});

const files = Object.entries(oddEntries).filter(([what]) => !what.includes("huge"));

test.for(files)("%s as an agent's output, its errors, or the daemon's log is refused at once", async ([, make]) => {
  const dir = tempDir();
  for (const name of ["out", "err", "daemon.log"]) await make(join(dir, name));
  const isRefused = expect.objectContaining({ message: expect.stringContaining(dir) });
  expect(await attempt(() => openSpool(spoolOf(dir)))).toEqual(isRefused);
  expect(await attempt(() => readTail(runFiles(dir).err, 100))).toEqual(isRefused);
  expect(await attempt(() => openRun({ run: "r", dir, start: false }))).toEqual(isRefused);
  expect(await attempt(() => readLogFrom(join(dir, "daemon.log"), 0))).toEqual(isRefused);
});

test.for(Object.entries(oddEntries))(
  "%s as the mark of a daemon that starts is left alone at once",
  async ([, make]) => {
    const path = join(tempDir(), "starting");
    await make(path);
    // Before any of them was made, so that none is an old one.
    expect(takeStartLock(path, { pid: process.pid, nowMs: 0 })).toBeNull();
  },
);

test("a FIFO in the place of the database, or of its WAL, is not waited for by who repairs it", async () => {
  const database = join(tempDir(), "skein.db");
  makeFifo(database);
  expect(await attempt(() => openPages(database, { skipsUnreadable: true }))).toMatchObject({ code: "ESPIPE" });
  rmSync(database);
  writeFileSync(database, "");
  makeFifo(`${database}-wal`);
  expect(await attempt(() => openPages(database, { skipsUnreadable: true })?.close())).toMatchObject({
    code: "ESPIPE",
  });
});

describe("what decides what runs is used only when nobody else could have written it", () => {
  const decisive: readonly Reader[] = [
    {
      name: "session.json",
      read: (dir) => openEnvironments(dir, fallback).of("session", { hadOwn: false }),
      says: anError("SkeinError"),
    },
    { name: "spec.json", read: (dir) => loadCommand(runFiles(dir)), says: anError("SkeinError") },
    { name: "config.toml", read: (dir) => readConfig(join(dir, "config.toml")), says: anError("ConfigError") },
    {
      name: "policy.toml",
      read: (dir) => readPolicy("global", join(dir, "policy.toml")),
      says: { name: "global", rules: [], problem: expect.stringContaining("is not used") },
    },
  ];
  const text: Readonly<Record<string, string>> = {
    "session.json": '{"LD_PRELOAD":"/evil.so"}',
    "spec.json": '{"argv":["evil"],"cwd":"/","env":{},"boot":"x"}',
    "config.toml": 'default_agent = "evil"\n',
    "policy.toml": '[[allow]]\ncommand = "evil"\n',
  };

  test.for(decisive)("$name with mode 666", async ({ name, read, says }) => {
    const dir = tempDir();
    writeFileSync(join(dir, name), text[name] ?? "");
    chmodSync(join(dir, name), 0o666);
    expect(await attempt(() => read(dir))).toEqual(says);
    chmodSync(join(dir, name), 0o600);
    expect(JSON.stringify(await attempt(() => read(dir)))).toContain("evil");
  });

  test.skipIf(withoutRoot("files of other users")).for(decisive)(
    "$name of another user",
    async ({ name, read, says }) => {
      const dir = tempDir();
      writeFileSync(join(dir, name), text[name] ?? "", { mode: 0o600 });
      chownSync(join(dir, name), 12_002, 12_002);
      expect(await attempt(() => read(dir))).toEqual(says);
    },
  );
});
