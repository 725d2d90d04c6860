import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliDaemon } from "./cli-daemon.ts";

/** A session with a long prompt, and its export in a file. */
async function exported(flags: readonly string[] = []) {
  const { daemon, run } = await cliDaemon();
  const session = await daemon.newSession("api");
  await daemon.send(session, "long ".repeat(20_000));
  const { out } = await run(["export", "api", ...flags]);
  const file = join(daemon.workspace, "api.jsonl");
  writeFileSync(file, out);
  return { session, file, out, workspace: daemon.workspace };
}

test("what was exported with its long texts is imported elsewhere, and is whole there", async () => {
  const { session, file, out, workspace } = await exported(["--blobs"]);
  const { daemon, run } = await cliDaemon();
  const events = out.split("\n").filter((line) => line.startsWith('{"session"'));
  expect((await run(["verify", file])).out).toBe(`${file} is intact: ${events.length} events\n`);
  const told = await run(["import", file]);
  expect(told.err).toBe("");
  expect(told.out).toBe(
    `imported api (${session.slice(0, 8)}): ${events.length} events; open it: skein attach api\n${[
      `its directory is ${workspace}`,
      "not imported: 1 queued prompt",
      "",
    ].join("\n")}`,
  );
  expect((await run(["verify", "api"])).out).toMatch(/^api is intact: \d+ events and 1 long text\n$/);
  const again = await run(["export", "api", "--blobs"]);
  expect(again.out.startsWith(out)).toBe(true);
  expect(daemon.keeper.runs).toEqual([]);
});

test("import says what is missing, and with --json everything", async () => {
  const { session, out } = await exported();
  const { run } = await cliDaemon();
  const dry = await run(["import", "-", "--dry-run"], { stdin: out });
  expect(dry.out).toMatch(
    /^it can be imported: session [0-9a-f-]{36}, \d+ events; nothing was imported\nnot imported: 1 queued prompt\n1 long text only in part/,
  );
  expect(JSON.parse((await run(["ls", "--json"])).out).sessions).toEqual([]);
  const told = JSON.parse((await run(["import", "-", "--json"], { stdin: out })).out);
  expect(told).toMatchObject({ v: 1, from: session, missingBlobs: 1, session: { id: session, name: "api" } });
  const taken = await run(["import", "-"], { stdin: out });
  expect([taken.code === 0, taken.out]).toEqual([false, ""]);
  expect(taken.err).toBe(`error: session ${session} is here already\nfix: import it under a new id: add --as-new\n`);
  const looked = await run(["import", "-", "--dry-run"], { stdin: out });
  expect([looked.code, looked.out, looked.err]).toEqual([taken.code, "", taken.err]);
  expect((await run(["import", "-", "--dry-run", "--as-new"], { stdin: out })).out).toMatch(/^it can be imported: /);
  const renamed = await run(["import", "-", "--as-new"], { stdin: out });
  expect(renamed.out).toMatch(/^imported api-2 \([0-9a-f]{8}\): /);
  expect(renamed.out).toContain(`it was session ${session} in the file`);
});

test("import says that a session is archived, as it was where it comes from, and what lists it", async () => {
  const there = await cliDaemon();
  await there.daemon.newSession("api");
  await there.run(["archive", "api"]);
  const { out: file } = await there.run(["export", "api"]);
  const { run } = await cliDaemon();
  const told = await run(["import", "-"], { stdin: file });
  expect([told.code, told.out]).toEqual([
    0,
    expect.stringContaining("it is archived, as it was there; to list it, run: skein unarchive api\n"),
  ]);
  expect(JSON.parse((await run(["ls", "--json"])).out).sessions).toEqual([]);
  expect((await run(["unarchive", "api"])).code).toBe(0);
  expect(JSON.parse((await run(["ls", "--json"])).out).sessions).toMatchObject([{ name: "api" }]);
});

test("a session that lies in the trash is brought back, or imported under a new id", async () => {
  const { daemon, run } = await cliDaemon();
  const session = await daemon.newSession("api");
  const { out: stdin } = await run(["export", "api"]);
  await run(["delete", "api"]);
  const short = session.slice(0, 8);
  expect(await run(["import", "-"], { stdin })).toEqual({
    code: 1,
    out: "",
    err: `error: session ${session} is in the trash\nfix: restore it: skein undo ${short}; or import it under a new id: add --as-new\n`,
  });
  expect((await run(["undo", short])).code).toBe(0);
});

test("a file that is broken, or not there, is refused with the line and the reason", async () => {
  const { file } = await exported();
  const { run } = await cliDaemon();
  writeFileSync(file, readFileSync(file, "utf8").slice(0, -20));
  const broken = await run(["import", file]);
  expect([broken.code === 0, broken.out]).toEqual([false, ""]);
  expect(broken.err).toMatch(/line \d+ can't be imported: it is not JSON\. Nothing was imported\./);
  expect((await run(["import", `${file}x`])).err).toBe(
    `error: no such file: ${file}x\nfix: name a file that skein export wrote, or - for stdin\n`,
  );
  expect((await run(["import"])).err).toContain("no file given");
});

test("what a file says that somebody decided is shown as what it is: not taken over", async () => {
  const { daemon, run } = await cliDaemon();
  const line = (seq: number, type: string, data: unknown): string =>
    `${JSON.stringify({ session: "aaaaaaaa-0000-4000-8000-00000000000a", seq, at: "2025-05-04T10:00:00.000Z", type, by: { kind: "client" }, data })}\n`;
  const rule = '[[allow]]\ncommand = "touch **"\n';
  const stdin = [
    line(1, "session_start", {
      ...{ agent: "scripted", name: "@last", resumed: false },
      workspace: { id: "w1", path: daemon.workspace },
    }),
    line(2, "rule_added", { rule, permission: "q1" }),
    line(3, "mode_changed", { mode: "auto\u001b[2J" }),
    line(4, "limits_changed", { budgetUsd: 99, turnMinutes: null }),
  ].join("");
  const said = [
    "not imported: 1 rule",
    "not imported: the mode auto [2J",
    "not imported: limits (unlimited minutes a turn, 99 USD)",
    "not imported: the name @last",
  ];
  expect((await run(["import", "-", "--dry-run"], { stdin })).out.split("\n").slice(1, -1)).toEqual(said);
  const { left } = JSON.parse((await run(["import", "-", "--json"], { stdin })).out);
  expect(left.map(({ what }: { what: string }) => what)).toEqual(["rules", "mode", "limits", "name"]);
  const again = await run(["import", "-", "--as-new"], { stdin });
  expect(again.out.split("\n").slice(2, -2)).toEqual(said);
  expect((await run(["show", "aaaaaaaa"])).out).toContain("not imported: 1 rule; the mode auto [2J; limits");
});
