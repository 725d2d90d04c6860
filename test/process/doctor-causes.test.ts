// `skein doctor` in homes where something is really wrong: it names the cause, never hangs, and what it says to do helps.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isAlive } from "../../src/system/processes/is-alive.ts";
import { stateOf } from "../../src/system/processes/proc.ts";
import { type Check, runChecks } from "../kit/run-checks.ts";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

/** Does what a finding says: the command after its last colon. */
const obey = ({ fix }: Pick<Check, "fix">): unknown =>
  execFileSync("/bin/sh", ["-c", fix?.split(": ").at(-1) ?? "false"]);

async function startedHome(): Promise<{ skein: SkeinHome; pid: number; socket: string }> {
  const skein = new SkeinHome();
  await skein.run(["daemon", "start"]);
  return { skein, pid: (await skein.daemonPid()) ?? 0, socket: join(skein.home, "daemon.sock") };
}

test("a socket that a killed daemon left is replaced, and all is well", async () => {
  const { skein, socket } = await startedHome();
  await skein.killDaemon();
  expect(existsSync(socket)).toBe(true);
  const { code, of } = await runChecks(skein);
  expect(code).toBe(0);
  expect(of("socket")).toMatchObject({ state: "ok" });
  expect(of("lock")).toMatchObject({ state: "ok", text: `held by the daemon, pid ${await skein.daemonPid()}` });
});

test("a file in the socket's place is replaced; a directory is named, and moving it away helps", async () => {
  const skein = new SkeinHome();
  const socket = join(skein.home, "daemon.sock");
  writeFileSync(socket, "");
  expect((await runChecks(skein)).of("socket")).toMatchObject({ state: "ok" });
  await skein.run(["daemon", "stop"]);
  mkdirSync(socket);
  const { code, of } = await runChecks(skein);
  expect(code).toBe(1);
  expect(of("daemon")).toMatchObject({ state: "failed" });
  expect(of("socket")).toMatchObject({ state: "failed", text: `~/home/daemon.sock is a directory, not a socket` });
  obey(of("socket")!);
  expect((await runChecks(skein)).code).toBe(0);
});

test("a home whose path is too long for a socket has it elsewhere, and that is said", async () => {
  const skein = new SkeinHome();
  skein.env.SKEIN_HOME = join(skein.root, "x".repeat(120));
  const { code, of } = await runChecks(skein);
  expect(code).toBe(0);
  expect(of("socket")).toMatchObject({
    state: "ok",
    text: expect.stringMatching(/^\/tmp\/skein-\d+\/[0-9a-f]{16}\.sock: the path of SKEIN_HOME is too long for it$/),
  });
});

test("a paused daemon is named, nothing waits for it, and what is said wakes it", async () => {
  const { skein, pid } = await startedHome();
  process.kill(pid, "SIGSTOP");
  onTestFinished(() => void process.kill(pid, "SIGCONT"));
  await until("it to stand still", () => stateOf(pid) === "T");
  const { code, of } = await runChecks(skein);
  expect(code).toBe(1);
  expect(of("daemon")).toMatchObject({ state: "failed", text: "it does not answer: it is paused" });
  expect(of("lock")).toMatchObject({
    state: "failed",
    text: expect.stringMatching(`^pid ${pid} \\(skein .*\\) holds it and is paused$`),
    fix: `continue it: kill -CONT ${pid}`,
  });
  expect(of("agents")).toMatchObject({ state: "note", text: "not checked without a daemon" });
  obey(of("lock")!);
  const after = await runChecks(skein);
  expect({ code: after.code, lock: after.of("lock")?.text }).toEqual({
    code: 0,
    lock: `held by the daemon, pid ${pid}`,
  });
});

test("a daemon whose socket was removed is found by its lock, and ending it helps", async () => {
  const { skein, pid, socket } = await startedHome();
  // The daemon makes its socket again every few seconds: sometimes before it is missed.
  const { of } = await until("somebody to miss the socket", async () => {
    rmSync(socket, { force: true });
    const findings = await runChecks(skein);
    return findings.code === 1 && findings;
  });
  expect(of("daemon")).toMatchObject({ text: "it does not answer: one holds the lock but does not listen" });
  expect(of("lock")).toMatchObject({ state: "failed", fix: `end it, agents keep running: kill ${pid}` });
  obey(of("lock")!);
  await until("it to end", () => !isAlive(pid));
  expect((await runChecks(skein)).code).toBe(0);
  expect(await skein.daemonPid()).not.toBe(pid);
});

test("a daemon that answers while its lock was removed is told of", async () => {
  const { skein, pid } = await startedHome();
  rmSync(join(skein.home, "lock.db"));
  expect((await runChecks(skein)).of("lock")).toMatchObject({
    state: "failed",
    text: `the daemon, pid ${pid}, answers without holding it: lock.db was removed or replaced`,
  });
});

test("another Skein that comes first on the PATH is named with its version, as its package or itself says it", async () => {
  const skein = new SkeinHome();
  const bin = join(skein.root, "bin");
  mkdirSync(join(bin, "dist"), { recursive: true });
  const other = join(bin, "dist", "skein");
  writeFileSync(other, "#!/bin/sh\necho 0.0.1\n");
  chmodSync(other, 0o755);
  skein.env.PATH = `${join(bin, "dist")}:${skein.env.PATH}`;
  const text = (version: string) => expect.stringContaining(`but a shell runs ~/bin/dist/skein (${version})`);
  expect((await runChecks(skein)).of("version")).toMatchObject({ state: "warning", text: text("0.0.1") });
  writeFileSync(join(bin, "package.json"), '{"name":"skein","version":"0.0.2"}');
  expect((await runChecks(skein)).of("version")).toMatchObject({ state: "warning", text: text("0.0.2") });
});

test("agents that a dead daemon left are counted where no other can be started", async () => {
  const skein = new SkeinHome();
  await skein.json(["new", "--name", "work"]);
  await skein.json(["send", "work", "[[say: Begun.]] [[hang]]"]);
  await until("the agent to be in its turn", async () =>
    (await skein.run(["export", "work"])).out.includes('"type":"agent_message"'),
  );
  await skein.killDaemon();
  const database = join(skein.home, "skein.db");
  renameSync(database, `${database}.aside`);
  mkdirSync(database);
  const { code, of } = await runChecks(skein);
  rmdirSync(database);
  renameSync(`${database}.aside`, database);
  expect(code).toBe(1);
  expect(of("leftovers")).toMatchObject({
    ...{ state: "warning", text: "1 agent running without a daemon: the next one takes over" },
    fix: "or end them: skein daemon stop --agents",
  });
});
