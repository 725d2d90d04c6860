import { expect, test } from "vitest";
import { daemonOnDisk } from "../kit/daemon-on-disk.ts";
import { until } from "../kit/until.ts";
import { type CliDaemon, cliDaemon, cliOf } from "./cli-daemon.ts";

const DAY_MS = 86_400_000;

const names = async ({ run }: CliDaemon, ...words: string[]): Promise<(string | null)[]> =>
  JSON.parse((await run(["sessions", "--json", ...words])).out).sessions.map(({ name }: { name: string }) => name);

async function several({ daemon }: CliDaemon, ...wanted: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of wanted) {
    daemon.clock.advance(60_000);
    ids.push(await daemon.newSession(name));
  }
  return ids;
}

test("[C-18] what was deleted is listed, found and opened nowhere, and its name is free", async () => {
  const cli = await cliDaemon();
  const { run } = cli;
  const [, two] = await several(cli, "one", "two");
  expect((await run(["delete", "two"])).out).toBe("deleted two\nrestore within 7 days: skein undo\n");
  expect(await names(cli, "--all")).toEqual(["one"]);
  expect((await run(["show", "two"])).code).toBe(3);
  expect((await run(["show", two?.slice(0, 8) ?? ""])).code).toBe(3);
  expect(JSON.parse((await run(["attach", "--json"])).out).session.name).toBe("one");
  expect((await run(["new", "--name", "two"])).out).toMatch(/^created two /);
});

test("undo brings back all that was deleted last, then what was deleted before", async () => {
  const cli = await cliDaemon();
  const { daemon, run } = cli;
  await several(cli, "one", "two", "three");
  await run(["rm", "one"]);
  daemon.clock.advance(1000);
  await run(["rm", "two", "three"]);
  expect(await names(cli)).toEqual([]);
  const { code, out } = await run(["undo"]);
  expect(code).toBe(0);
  expect(out.split("\n").sort()).toEqual([
    "",
    expect.stringMatching(/^restored three \(\w{8}\): skein attach three$/),
    expect.stringMatching(/^restored two \(\w{8}\): skein attach two$/),
  ]);
  expect(JSON.parse((await run(["undo", "--json"])).out)).toMatchObject({ v: 1, name: "one", restored: true });
  expect((await run(["undo"])).out).toBe("Nothing to undo: the trash is empty.\n");
  expect((await names(cli)).sort()).toEqual(["one", "three", "two"]);
});

test("a single session comes back by name; one whose name was taken meanwhile gets a number", async () => {
  const cli = await cliDaemon();
  const { daemon, run } = cli;
  await several(cli, "fix");
  await run(["rm", "fix"]);
  await several(cli, "other", "fix");
  await run(["rm", "other"]);
  const nowMs = Date.parse(daemon.clock.now());
  const listed = (await run(["undo", "--list"], { nowMs })).out.split("\n");
  expect(listed[0]).toMatch(/^other \(\w{8}\) +deleted now +for good on 2026-01-08/);
  expect(listed[1]).toMatch(/^fix \(\w{8}\) +deleted 2m ago/);
  expect((await run(["undo", "nothing"])).err).toBe(
    'error: not in the trash: "nothing"\nfix: list the trash: skein undo --list\n',
  );
  expect((await run(["undo", "fix"])).out).toMatch(/^restored fix \(\w{8}\), now called fix-2: skein attach fix-2\n$/);
  expect((await names(cli)).sort()).toEqual(["fix", "fix-2"]);
});

test("a session that works is deleted with --force only, and its agent is stopped", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  const refused = await run(["delete", session]);
  expect(refused).toMatchObject({ code: 1, out: "", err: expect.stringContaining("delete it with --force") });
  expect(await run(["delete", session, "--force"])).toMatchObject({ code: 0 });
  await until("the agent to be stopped", () => agent.stopped);
});

test("at a terminal it asks also about what was named, and -y answers beforehand", async () => {
  const cli = await cliDaemon();
  await several(cli, "one", "two");
  const asked = cli.start(["delete", "one", "two", "--no-color"], { isTerminal: true });
  await until("the question", () => asked.out().includes("delete these 2? [y/N]"));
  asked.type("yes\n");
  expect((await asked.result).code).toBe(0);
  await cli.run(["undo"]);
  const agreed = cli.start(["delete", "one", "-y"], { isTerminal: true });
  expect((await agreed.result).out).toContain("deleted one\n");
});

test("[R-36] prune lists what is old with its age and size, stops what runs, and takes it away as one", async () => {
  const cli = await cliDaemon();
  const { daemon, run } = cli;
  const { session, agent } = await daemon.working("go");
  await several(cli, "old", "kept");
  await run(["archive", "kept"]);
  daemon.clock.advance(40 * DAY_MS);
  await several(cli, "new");
  const nowMs = Date.parse(daemon.clock.now());
  const look = await run(["prune", "--older-than", "30d", "--dry-run"], { nowMs });
  expect(look.code).toBe(0);
  const rows = look.out.split("\n").map((line) => line.split(/ {2,}/));
  expect(rows.map(([, name, status, last, , , events]) => [name, status, last, events]).slice(0, 3)).toEqual([
    ["NAME", "STATUS", "LAST ACTIVE", "EVENTS"],
    ["-", "● running", "now", expect.stringMatching(/^\d+$/)],
    ["old", "◌ idle", "2026-01-01", "2"],
  ]);
  expect(look.out).toMatch(/2 sessions with \d+ events; nothing was deleted\n$/);
  expect(await names(cli)).toHaveLength(3);
  expect((await run(["prune", "--older-than", "30d"], { nowMs })).code).toBe(2);
  const pruned = JSON.parse((await run(["prune", "--older-than", "30d", "-y", "--json"], { nowMs })).out);
  expect(pruned.sessions).toMatchObject([
    { session, deleted: true },
    { name: "old", deleted: true, events: 2 },
  ]);
  expect(pruned.sessions[0].batch).toBe(pruned.sessions[1].batch);
  await until("the agent to be stopped", () => agent.stopped);
  expect(await names(cli, "--all")).toEqual(["new", "kept"]);
  expect((await run(["prune", "--older-than", "30d"], { nowMs })).out).toBe("Nothing is older than 30d.\n");
  expect((await run(["undo"])).out.split("\n")).toHaveLength(3);
});

test("prune --trash deletes for good what lies in the trash, when it is told to", async () => {
  const cli = await cliDaemon();
  const { run } = cli;
  await several(cli, "one", "two");
  expect((await run(["prune", "--trash"])).out).toBe("The trash is empty.\n");
  await run(["delete", "one"]);
  const refused = await run(["prune", "--trash"]);
  expect(refused).toMatchObject({ code: 2, err: "error: needs confirmation: delete it for good?\nfix: add -y\n" });
  expect(refused.out).toContain("one");
  expect((await run(["prune", "--trash", "--dry-run"])).out).toMatch(
    /\n1 session with \d+ events; nothing was deleted for good\n$/,
  );
  expect((await run(["prune", "--trash", "--older-than", "1d"])).code).toBe(2);
  expect((await run(["prune", "--trash", "-y"])).out).toMatch(/1 session with \d+ events deleted for good\n$/);
  expect((await run(["undo"])).out).toBe("Nothing to undo: the trash is empty.\n");
  expect(await names(cli)).toEqual(["two"]);
});

test("whoever names a deleted session is told how it comes back", async () => {
  const cli = await cliDaemon();
  const { run } = cli;
  await several(cli, "one");
  await run(["delete", "one"]);
  const told = { code: 3, out: "", err: 'error: "one" is in the trash\nfix: restore it: skein undo one\n' };
  for (const words of [
    ["show", "one"],
    ["send", "one", "hi"],
    ["delete", "one"],
    ["attach", "one"],
  ])
    expect(await run(words)).toEqual(told);
  const { err } = await run(["rename", "one", "two", "--json"]);
  expect(JSON.parse(err).error).toMatchObject({ code: "in_trash", hint: "restore it: skein undo one" });
});

test("prune --trash deletes only what it has listed", async () => {
  const cli = await cliDaemon();
  const { run, start } = cli;
  await several(cli, "junk", "precious");
  await run(["rm", "junk"]);
  const asked = start(["prune", "--trash", "--no-color"], { isTerminal: true });
  await until("the question", () => asked.out().includes("delete it for good? [y/N]"));
  await run(["rm", "precious"]);
  asked.type("y\n");
  expect((await asked.result).out).toMatch(/1 session with \d+ events deleted for good\s*$/);
  expect((await run(["undo"])).out).toContain("restored precious");
});

test("a trash that can't be emptied says why, and that all is still in it", async () => {
  const { daemon, takeDiskAway } = await daemonOnDisk();
  const cli = cliOf(daemon);
  const { run } = cli;
  await several(cli, "one");
  await run(["delete", "one"]);
  const bringBack = takeDiskAway();
  const { code, err } = await run(["prune", "--trash", "-y"]);
  expect(code).toBe(1);
  expect(err).toMatch(
    /^error: the trash can't be emptied now: the log can't be written\nwhy: .* was moved or deleted .* Deleting needs some space, too\.\nfix: free some space elsewhere and run the command again; nothing was deleted\n$/,
  );
  bringBack();
  await until("the log", () => daemon.log.condition().kind === "writable");
  expect((await run(["undo"])).out).toMatch(/^restored one /);
});
