import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../kit/until.ts";
import { asks, cliDaemon, done } from "./cli-daemon.ts";

type Run = Awaited<ReturnType<typeof cliDaemon>>["run"];
async function names(run: Run, ...words: string[]): Promise<string[]> {
  const { sessions } = JSON.parse((await run(["sessions", "--json", ...words])).out);
  return sessions.map(({ name }: { name: string }) => name);
}

test("sessions are chosen by status, agent, directory and time, and sorted as one likes", async () => {
  const { daemon, run } = await cliDaemon();
  const other = join(daemon.workspace, "other");
  mkdirSync(other);
  await daemon.client.create({ cwd: other, name: "old" });
  daemon.clock.advance(3 * 86_400_000);
  const { session: asking, agent } = await daemon.working("go");
  await daemon.client.rename(asking, "asks");
  agent.say(asks("q1", "rm x"));
  await daemon.ofType(asking, "permission");
  daemon.clock.advance(1000);
  await daemon.newSession("calm");
  await daemon.client.archive(await daemon.newSession("away"), true);

  expect(await names(run)).toEqual(["asks", "calm", "old"]);
  expect(await names(run, "--sort", "active")).toEqual(["calm", "asks", "old"]);
  expect(await names(run, "--status", "waiting")).toEqual(["asks"]);
  expect(await names(run, "--status", "needs-you,idle")).toEqual(["asks", "calm", "old"]);
  expect(await names(run, "--status", "done")).toEqual([]);
  expect(await names(run, "--status", "archived")).toEqual(["away"]);
  expect(await names(run, "--archived")).toEqual(["away"]);
  expect((await names(run, "--all")).sort()).toEqual(["asks", "away", "calm", "old"]);
  expect(await names(run, "--agent", "scripted")).toHaveLength(3);
  expect(await names(run, "--agent", "nobody")).toEqual([]);
  expect(await names(run, "--sort", "name")).toEqual(["asks", "calm", "old"]);
  expect(await names(run, "--workspace", ".", "-C", other)).toEqual(["old"]);
  const nowMs = Date.parse(daemon.clock.now());
  const { sessions } = JSON.parse((await run(["ls", "--json", "--since", "2d"], { nowMs })).out);
  expect(sessions.map(({ name }: { name: string }) => name)).toEqual(["asks", "calm"]);
  expect((await run(["ls", "--status", "failed"])).out).toBe("No sessions match. List all: skein sessions --all\n");
});

test.for([
  [["--status", "runing"], '--status can\'t be "runing"', "did you mean running?"],
  [["--since", "2"], '--since can\'t be "2"', "write an age such as 12h, 30d or 8w"],
  [["--sort", "size"], '--sort can\'t be "size"', "one of: active, created, name"],
  [["--watch"], "--watch needs a terminal", "skein sessions --watch --json prints the list"],
] as const)("what can't be meant is refused with what to do: %j", async ([words, what, fix]) => {
  const { run } = await cliDaemon();
  const { code, err } = await run(["sessions", ...words]);
  expect(code).toBe(2);
  expect(err).toContain(what);
  expect(err).toContain(fix);
});

test("a tree shows forks and what was begun anew below what they came from", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  agent.say({ type: "turn_end", reason: "completed", mark: "mark-1" });
  await daemon.ofType(session, "turn_end");
  await daemon.client.rename(session, "api");
  const { session: fork } = await daemon.client.fork(session, { name: "other-way" });
  daemon.clock.advance(1000);
  await daemon.client.clear(fork.id);
  daemon.clock.advance(1000);
  await daemon.newSession("docs");
  const { out } = await run(["ls", "--tree", "--sort", "created", "--all"]);
  expect(out).toMatch(/ docs .*\n\w+ +api .*\n\w+ {2}└ other-way .*\n\w+ {4}└ other-way-2 /);
  expect((await run(["ls", "--all"])).out).not.toContain("└");
});

test("watching for programs prints the whole list as a line whenever it is another one", async () => {
  const { daemon, start } = await cliDaemon();
  const watching = start(["sessions", "--watch", "--json"]);
  const lines = (): string[][] =>
    watching
      .out()
      .split("\n")
      .filter(Boolean)
      .map((line) =>
        JSON.parse(line)
          .sessions.map(({ name }: { name: string }) => name)
          .sort(),
      );
  await until("the first list", () => lines().length === 1);
  await daemon.newSession("api");
  await daemon.inTime("api", () => lines().at(-1)?.join() === "api");
  await daemon.newSession("docs");
  await daemon.inTime("docs", () => lines().at(-1)?.join() === "api,docs");
  watching.interrupt();
  expect(await watching.result).toMatchObject({ code: 130, err: "" });
  expect(lines()[0]).toEqual([]);
});

test("watching in a terminal shows what fits, follows changes, and leaves the screen as it was", async () => {
  const { daemon, start } = await cliDaemon();
  for (let n = 0; n < 200; n++) await daemon.newSession(`s${n}`);
  const watching = start(["ls", "-w"], { isTerminal: true });
  await until("the first frame", () => watching.out().includes("200 sessions"));
  // 24 lines: the headline, the names of the columns, 20 sessions, how many are left, how to leave.
  expect(watching.out()).toContain("… 180 more");
  const before = watching.out().length;
  await daemon.client.rename((await daemon.client.sessions())[0]?.id ?? "", "anew");
  await until("the new name", () => watching.out().slice(before).includes("anew"));
  expect(watching.out().slice(before)).not.toContain("200 sessions");
  watching.type("q");
  expect(await watching.result).toMatchObject({ code: 0, err: "" });
  expect(watching.out().startsWith("\x1b[?1049h\x1b[?7l\x1b[?25l")).toBe(true);
  expect(watching.out().endsWith("\x1b[?25h\x1b[?7h\x1b[?1049l")).toBe(true);
});

test("without keys watching goes on until Ctrl+C, and a terminal that can't be drawn on is refused", async () => {
  const { daemon, start, run } = await cliDaemon();
  const watching = start(["ls", "-w", "--no-input"], { isTerminal: true });
  await until("the empty list", () => watching.out().includes("No sessions yet. Start one"));
  await daemon.newSession("api");
  await until("the first row", () => watching.out().includes("api"));
  expect(watching.out()).not.toContain("q or");
  watching.interrupt();
  expect(await watching.result).toMatchObject({ code: 0, err: "" });
  expect(await run(["ls", "-w"], { isTerminal: true, env: { TERM: "dumb" } })).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^error: --watch can't draw on a terminal of type dumb\nfix: .*--watch --json/),
  });
});

test("keys scroll a list that is higher than the screen, and Ctrl+L draws it anew", async () => {
  const { daemon, start } = await cliDaemon();
  for (let n = 0; n < 40; n++) await daemon.newSession(`s${n}`);
  const watching = start(["ls", "-w", "--sort", "name"], { isTerminal: true });
  const sees = async (keys: string, text: string): Promise<string> => {
    const before = watching.out().length;
    watching.type(keys);
    await until(text, () => watching.out().slice(before).includes(text));
    return watching.out().slice(before);
  };
  await until("the first frame", () => watching.out().includes("… 20 more"));
  await sees("j", "… 1 above, 19 below");
  await sees("G", "… 20 above\x1b");
  await sees("\x1b[5~", "… 20 more");
  expect(await sees("\x0c", "40 sessions")).toContain("… 20 more");
  watching.type("q");
  expect((await watching.result).code).toBe(0);
});

test("an agent that there is not, and a config that can't be used, are said to people; programs get the list", async () => {
  const { daemon, run } = await cliDaemon();
  await daemon.newSession("calm");
  expect(await run(["ls", "--agent", "scritped"])).toEqual({
    code: 2,
    out: "",
    err: 'error: there is no agent "scritped"; known: scripted\nfix: did you mean scripted? list agents: skein agents\n',
  });
  expect(await names(run, "--agent", "scritped")).toEqual([]);
  expect((await run(["ls"])).err).toBe("");
  daemon.means(/unknown key "limitz"/);
  writeFileSync(daemon.paths.config, "limitz = 3\n", { mode: 0o600 });
  const { code, out, err } = await run(["ls"]);
  expect([code, out]).toEqual([0, expect.stringContaining("calm")]);
  expect(err).toMatch(/^warning: .*config\.toml: .*limitz.*; correct it: skein config edit\n$/);
  expect((await run(["ls", "--json"])).err).toBe("");
});

test("what an agent has done counts as activity: it is shown, and comes first", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  await daemon.client.rename(session, "worker");
  daemon.clock.advance(3_600_000);
  await daemon.newSession("calm");
  daemon.clock.advance(60_000);
  agent.say(done);
  await daemon.ofType(session, "turn_end");
  const nowMs = Date.parse(daemon.clock.now());
  expect(await names(run, "--sort", "active")).toEqual(["worker", "calm"]);
  expect((await run(["ls"], { nowMs })).out).toMatch(/worker +✓ done +now/);
});
