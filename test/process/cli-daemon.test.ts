import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { processesOf } from "../kit/processes-of.ts";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

/** Every daemon process of this home, whatever the socket says. */
function daemonsOf({ home }: SkeinHome): number[] {
  return readdirSync("/proc").flatMap((pid) => {
    try {
      const isDaemon = readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("\0__daemon\0");
      const isOurs = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`SKEIN_HOME=${home}`);
      return isDaemon && isOurs ? [Number(pid)] : [];
    } catch {
      return [];
    }
  });
}

test("50 commands at once with no daemon running leave one daemon and 50 right answers", async () => {
  const skein = new SkeinHome();
  const names = Array.from({ length: 50 }, (_, n) => `s${n}`);
  const answers = await Promise.all(names.map((name) => skein.run(["new", "--name", name, "--json"])));
  expect(answers.filter(({ code, err }) => code !== 0 || err !== "")).toEqual([]);
  expect(answers.map(({ out }) => JSON.parse(out).session.name)).toEqual(names);
  expect(new Set(answers.map(({ out }) => JSON.parse(out).session.id)).size).toBe(50);
  const { sessions } = await skein.json<{ sessions: { name: string }[] }>(["sessions"]);
  expect(sessions.map(({ name }) => name).sort()).toEqual([...names].sort());
  await until("losing daemons to be gone", () => daemonsOf(skein).length === 1);
  expect(daemonsOf(skein)).toEqual([await skein.daemonPid()]);
  expect(readdirSync(skein.home)).not.toContain("starting");
});

test("the status starts no daemon, any other command does, and stop ends it", async () => {
  const skein = new SkeinHome();
  expect(await skein.json(["daemon", "status"])).toMatchObject({
    v: 1,
    pid: null,
    socket: join(skein.home, "daemon.sock"),
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
  expect(daemonsOf(skein)).toEqual([]);
  expect((await skein.run(["sessions"])).out).toMatch(/^No sessions yet/);
  const pid = await skein.daemonPid();
  expect(daemonsOf(skein)).toEqual([pid]);
  expect((await skein.run(["daemon", "start"])).out).toBe(`running already, pid ${pid}\n`);
  expect((await skein.run(["daemon", "stop"])).out).toBe("stopped\n");
  expect(daemonsOf(skein)).toEqual([]);
  expect((await skein.run(["daemon", "stop"])).out).toBe("not running\n");
  expect((await skein.run(["daemon", "logs"])).out).toContain('"message":"started"');
});

test("[C-21] stop --agents ends every agent of every session", async () => {
  const skein = new SkeinHome();
  for (const name of ["a", "b", "c"]) {
    await skein.json(["new", "--name", name]);
    await skein.json(["send", name, "[[tree]] [[hang]]"]);
  }
  type Rows = { sessions: { memoryBytes: number | null }[] };
  await until("three agents at work", async () => {
    const { sessions } = await skein.json<Rows>(["sessions", "--wide", "--status", "running"]);
    return sessions.filter(({ memoryBytes }) => memoryBytes !== null).length === 3;
  });
  expect(processesOf(skein).length).toBeGreaterThan(3);
  await skein.json(["send", "b", "and then this"]);
  const { code, out } = await skein.run(["daemon", "stop", "--agents"]);
  expect(code).toBe(0);
  expect(out.split("\n").sort()).toEqual([
    "",
    "  1  and then this",
    "a: turn t1 stopped",
    "b: 1 queued prompt held; release with: skein queue b release",
    "b: turn t1 stopped",
    "c: turn t1 stopped",
    "stopped, with 3 agents",
  ]);
  await until("all of them to be gone", () => processesOf(skein).length === 0);
});

test("a daemon that was killed leaves a socket that nobody minds", async () => {
  const skein = new SkeinHome();
  await skein.json(["new", "--name", "kept"]);
  await skein.killDaemon();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => skein.json<{ sessions: { name: string }[] }>(["sessions"])),
  );
  expect(answers.map(({ sessions }) => sessions[0]?.name)).toEqual(Array(5).fill("kept"));
});

test("commands that meet a daemon on its way out wait and go on with the next one", async () => {
  const skein = new SkeinHome();
  const { session } = await skein.json<{ session: { id: string } }>(["new"]);
  await skein.run(["send", session.id, "[[ignore-term]] [[say: up]]", "--wait"]);
  const stopping = skein.run(["daemon", "stop", "--agents"]);
  const during = await Promise.all(
    Array.from({ length: 8 }, (_, n) => skein.run(["new", "--name", `n${n}`, "--json"])),
  );
  expect(during.filter(({ code }) => code !== 0)).toEqual([]);
  expect((await stopping).code).toBe(0);
  const { sessions } = await skein.json<{ sessions: unknown[] }>(["sessions"]);
  expect(sessions).toHaveLength(9);
});

test("a lock that a dead command left behind does not keep the daemon from starting", async () => {
  const skein = new SkeinHome();
  writeFileSync(join(skein.home, "starting"), "2147483646");
  expect((await skein.run(["sessions"])).code).toBe(0);
});

test("a daemon that can't start is exit code 5 with its own reason", async () => {
  const skein = new SkeinHome();
  mkdirSync(join(skein.home, "lock.db"), { recursive: true, mode: 0o700 });
  const { code, out, err } = await skein.run(["sessions"]);
  expect([code, out]).toEqual([5, ""]);
  expect(err).toMatch(
    /^error: the daemon could not be started\nwhy: (?!it ended without a word).+\nfix: check its log/,
  );
});

test("a daemon that can't start says why also when its log was full and began anew meanwhile", async () => {
  const skein = new SkeinHome();
  const full = `${JSON.stringify({ level: "info", message: "x".repeat(1000) })}\n`.repeat(5400);
  writeFileSync(join(skein.home, "daemon.log"), full, { mode: 0o600 });
  // Said in the log, which begins anew with it; and then the daemon fails.
  writeFileSync(join(skein.home, "config.toml"), "this is no config\n", { mode: 0o600 });
  mkdirSync(join(skein.home, "skein.db"), { mode: 0o700 });
  const { code, err } = await skein.run(["daemon", "start"]);
  expect(code).toBe(5);
  expect(err).toMatch(/^error: the daemon could not be started\nwhy: .*skein\.db/);
  expect(readFileSync(join(skein.home, "daemon.log.1"), "utf8")).toBe(full);
  expect(readFileSync(join(skein.home, "daemon.log"), "utf8")).toMatch(
    /^\{.*config\.toml.*\n(.*\n)*error: .*skein\.db/,
  );
});

test("a home with a long name works too", async () => {
  const skein = new SkeinHome();
  const home = join(skein.root, "x".repeat(120));
  skein.env.SKEIN_HOME = home;
  expect((await skein.run(["sessions"])).code).toBe(0);
  const { socket } = await skein.json<{ socket: string }>(["daemon", "status"]);
  expect(socket.startsWith(home)).toBe(false);
});
