// What is left of runs that have ended: each is removed on its own, and what can't be removed is in nobody's way.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { createMemoryLog } from "../../src/log/index.ts";
import { TestDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const immutable = (): never => {
  throw new Error("EPERM: operation not permitted");
};

test("one run that can't be removed keeps no other from being removed, and all such are told of once", async () => {
  const daemon = new TestDaemon(createMemoryLog());
  daemon.means(/can't be removed/);
  const [a = "", b = "", c = "", d = ""] = [1, 2, 3, 4].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
  for (const name of [a, b, c, d]) mkdirSync(join(daemon.paths.runs, name), { recursive: true });
  const removed: string[] = [];
  daemon.keeper.remove = async (dir) => {
    if ([a, c].includes(basename(dir))) immutable();
    removed.push(basename(dir));
  };
  const sweep = daemon.keeper.sweep.bind(daemon.keeper);
  daemon.keeper.sweep = async (run) => (run === b ? immutable() : sweep(run));
  await daemon.start();
  expect(removed).toEqual([d]);
  expect(daemon.faults).toHaveLength(1);
  expect(daemon.faults[0]).toContain(`${a}, ${b}, ${c}`);
  expect(daemon.faults[0]).toContain("EPERM");
});

test("a session goes on at once though the files of its last run can't be removed", async () => {
  const daemon = new TestDaemon(createMemoryLog());
  await daemon.start();
  const { session, agent } = await daemon.working();
  daemon.means(/can't be removed/);
  daemon.keeper.remove = async () => immutable();
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.ofType(session, "turn_end");
  agent.exit({ kind: "exited", code: 0 });
  await daemon.ofType(session, "agent_exit");
  await daemon.send(session, "more");
  const next = await daemon.run(2);
  next.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until("the prompt to arrive", () => next.prompts.includes("more"));
  expect(daemon.faults).toHaveLength(1);
  expect(daemon.faults[0]).toContain("can't be removed");
});

test("a run that this daemon begins is none of what is left, whatever it waits for before the log knows of it", async () => {
  const daemon = new TestDaemon(createMemoryLog());
  await daemon.start();
  const { session, agent } = await daemon.working("one");
  await daemon.send(session, "two");
  const other = await daemon.newSession("other");
  await daemon.send(other, "go");
  const slow = await daemon.run(2);
  await daemon.stop("keep");
  agent.say({ type: "turn_end", reason: "completed" });
  agent.exit({ kind: "exited", code: 0 });
  mkdirSync(join(daemon.paths.runs, "00000000-0000-4000-8000-000000000001"), { recursive: true });

  const [prepared, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { keeper } = daemon;
  const [prepare, open, sweep] = [keeper.prepare, keeper.open, keeper.sweep].map((act) => act.bind(keeper)) as [
    typeof keeper.prepare,
    typeof keeper.open,
    typeof keeper.sweep,
  ];
  keeper.prepare = async (spec) => {
    mkdirSync(spec.dir, { recursive: true });
    prepared.resolve();
    await looked.promise;
    await prepare(spec);
  };
  // One session is taken up slowly: another one is further by then.
  keeper.open = async (opened) => {
    if (opened.dir === slow.spec.dir) await prepared.promise;
    return open(opened);
  };
  const swept: string[] = [];
  keeper.sweep = async (run) => {
    swept.push(run);
    looked.resolve();
    return sweep(run);
  };
  await daemon.start();
  const next = await daemon.run(3);
  next.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until("the prompt to arrive", () => next.prompts.includes("two"));
  expect(swept).toEqual(["00000000-0000-4000-8000-000000000001"]);
  expect(existsSync(next.spec.dir)).toBe(true);
});

test("only what a run leaves is removed: other files stay where they are, also behind a link, and are told of once", async () => {
  const daemon = new TestDaemon(createMemoryLog());
  const disk = join(daemon.workspace, "disk");
  const [ofRun, cutShort, ofOthers, link] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  for (const name of [ofRun, cutShort, ofOthers, "photos"]) mkdirSync(join(disk, name), { recursive: true });
  for (const name of ["out", "err", "spec.json", "dropped-by-the-agent"]) writeFileSync(join(disk, ofRun, name), "");
  execFileSync("mkfifo", [join(disk, ofRun, "alive")]);
  writeFileSync(join(disk, cutShort, "err"), "");
  writeFileSync(join(disk, ofOthers, "chapter-1.tex"), "precious");
  writeFileSync(join(disk, "photos", "1.jpg"), "x");
  writeFileSync(join(disk, "note.txt"), "x");
  symlinkSync(join(disk, "photos"), join(disk, link));
  mkdirSync(daemon.paths.home);
  symlinkSync(disk, daemon.paths.runs);
  daemon.keeper.remove = async (dir) => rmSync(dir, { recursive: true });
  await daemon.start();
  const left = [ofOthers, link, "note.txt", "photos"].toSorted();
  expect(readdirSync(disk).toSorted()).toEqual(left);
  expect(readdirSync(join(disk, ofOthers))).toEqual(["chapter-1.tex"]);
  expect(daemon.told).toEqual([expect.stringContaining("not Skein's")]);
  for (const name of left) expect(daemon.told[0]).toContain(name);
  expect(daemon.faults).toEqual([]);
});

test("only environments of sessions are removed", async () => {
  const daemon = new TestDaemon(createMemoryLog());
  const disk = join(daemon.workspace, "disk");
  mkdirSync(disk);
  for (const name of ["package.json", `${randomUUID()}.json`]) writeFileSync(join(disk, name), "{}");
  mkdirSync(daemon.paths.home);
  symlinkSync(disk, daemon.paths.environments);
  await daemon.start();
  await until("the one of a session that is gone to be removed", () => readdirSync(disk).length < 2);
  expect(readdirSync(disk)).toEqual(["package.json"]);
});
