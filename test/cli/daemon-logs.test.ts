// `skein daemon logs`, without a daemon: what is in the file is enough.
import { appendFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempDir } from "../kit/temp-dir.ts";
import { until } from "../kit/until.ts";
import { runCli, startCli } from "./run-cli.ts";

const NOW = Date.parse("2026-01-31T09:00:00.000Z");

const entry = (minutesAgo: number, facts: object): string =>
  `${JSON.stringify({ at: new Date(NOW - minutesAgo * 60_000).toISOString(), level: "info", ...facts })}\n`;

function homeWith(...lines: string[]): string {
  const home = tempDir();
  writeFileSync(join(home, "daemon.log"), lines.join(""));
  return home;
}

test("a program gets the lines as they are in the file, and the newest of them when it asks for fewer", async () => {
  const lines = [entry(3, { message: "one" }), entry(2, { message: "two" }), "not JSON\n"];
  const home = homeWith(...lines);
  expect(await runCli(["daemon", "logs"], { home })).toMatchObject({ code: 0, out: lines.join("") });
  expect((await runCli(["daemon", "logs", "-n", "2"], { home })).out).toBe(lines.slice(1).join(""));
  const { lines: told } = JSON.parse((await runCli(["daemon", "logs", "--json"], { home })).out);
  expect(told).toEqual(lines.map((line) => line.trimEnd()));
});

test("a person gets sentences: when, what, why, and where it came from", async () => {
  const home = homeWith(
    entry(2, { message: "started", version: "1.2.3", pid: 7 }),
    entry(1, {
      level: "error",
      message: "a hook failed",
      cause: "Error: no\u001b[2J such file\n    at run (hook.ts:1:2)",
    }),
    "Error: the last words of Node\n",
  );
  const { out } = await runCli(["daemon", "logs", "--no-color"], { home, isTerminal: true });
  const [first, second, third, fourth] = out.split("\n");
  expect(first).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}info {3}started {2}version=1\.2\.3 pid=7$/);
  expect(second).toMatch(/ {2}error {2}a hook failed: Error: no such file$/);
  expect([third, fourth]).toEqual(["    at run (hook.ts:1:2)", "Error: the last words of Node"]);
});

test("--since leaves out what is older; a line without a time belongs to the one before it", async () => {
  const home = homeWith(entry(90, { message: "old" }), "of old\n", entry(5, { message: "new" }), "of new\n");
  const { out } = await runCli(["daemon", "logs", "--since", "10m"], { home, nowMs: NOW });
  expect(out).toBe(`${entry(5, { message: "new" })}of new\n`);
  expect((await runCli(["daemon", "logs", "--since", "1m"], { home, nowMs: NOW })).out).toMatch(
    /^no lines of that period in /,
  );
  expect(await runCli(["daemon", "logs", "--since", "soon"], { home })).toMatchObject({
    code: 2,
    err: expect.stringContaining(`--since can't be "soon"`),
  });
});

test("a log that has just begun anew goes on where the full one ended, and so does who follows it", async () => {
  const home = homeWith(entry(3, { message: "one" }));
  const path = join(home, "daemon.log");
  const following = startCli(["daemon", "logs", "-f"], { home });
  const sees = (word: string) => until(word, () => following.out().includes(word));
  await sees("one");
  appendFileSync(path, entry(2, { message: "two" }));
  await sees("two");
  appendFileSync(path, entry(2, { message: "last of the full one" }));
  renameSync(path, `${path}.1`);
  writeFileSync(path, entry(1, { message: "three" }));
  await sees("three");
  following.interrupt();
  const { out } = await following.result;
  expect([...out.matchAll(/"message":"(.*?)"/g)].map(([, message]) => message)).toEqual([
    ...["one", "two", "last of the full one", "three"],
  ]);
  expect((await runCli(["daemon", "logs"], { home })).out).toBe(out);
});
