// `skein show --native`: the agent's own record of a conversation, as it stands on its disk.
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type CliDaemon, cliDaemon, done } from "./cli-daemon.ts";

/** A session called api that has ended a turn, and a function that writes what its agent would keep. */
async function finished(): Promise<{ cli: CliDaemon; keep: (place: string, text: string, at?: number) => string }> {
  const cli = await cliDaemon();
  const { daemon } = cli;
  const { session, agent } = await daemon.working("go");
  await daemon.client.rename(session, "api");
  agent.say(done);
  await daemon.ofType(session, "turn_end");
  return {
    cli,
    keep(place, text, at = 1_000) {
      const path = join(daemon.paths.agents, "scripted", place, "native-1.jsonl");
      mkdirSync(join(path, ".."), { recursive: true });
      writeFileSync(path, text);
      utimesSync(path, at, at);
      return path;
    },
  };
}

test("[R-18] show says where the agent keeps its own record, and --native reads it as it stands there", async () => {
  const { cli, keep } = await finished();
  const path = keep("2026", '{"role":"user","text":"go\u001b[31m"}\n');
  expect((await cli.run(["show", "api"])).out).toContain(`\nthe agent's own record: ${path}\n`);
  expect(await cli.run(["show", "api", "--native"])).toEqual({
    code: 0,
    out: '{"role":"user","text":"go\u001b[31m"}\n',
    err: "",
  });
  expect(JSON.parse((await cli.run(["show", "api", "--native", "--json"])).out)).toEqual({
    v: 1,
    session: expect.stringMatching(/^[0-9a-f-]{36}$/),
    sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    agent: "scripted",
    nativeId: "native-1",
    pattern: join(cli.daemon.paths.agents, "scripted/*/native-1.jsonl"),
    files: [{ path, bytes: 33, modifiedAt: "1970-01-01T00:16:40.000Z" }],
  });
});

test("[R-18] in a terminal nothing of it can act, and of several files the newest is read", async () => {
  const { cli, keep } = await finished();
  keep("older", "old\n", 1_000);
  keep("newer", "new\u001b[2J\n", 2_000);
  const { out } = await cli.run(["show", "api", "--native"], { isTerminal: true });
  expect(out).toBe("new\n\n");
});

test("[R-18] a record that is not there, or of which nothing is known, is said", async () => {
  const { cli } = await finished();
  const pattern = join(cli.daemon.paths.agents, "scripted/*/native-1.jsonl");
  expect(await cli.run(["show", "api", "--native"])).toEqual({
    code: 3,
    out: "",
    err: `error: the native record of api does not exist\nwhy: no file matches ${pattern}\nfix: Skein's own record is complete: skein show api\n`,
  });
  const codeOf = async (name: string) =>
    JSON.parse((await cli.run(["show", name, "--native", "--json"])).err).error.code;
  expect(await codeOf("api")).toBe("record_missing");
  expect((await cli.run(["show", "api"])).out).not.toContain("own record");
  await cli.run(["new", "--name", "fresh"]);
  expect(await cli.run(["show", "fresh", "--native"])).toEqual({
    code: 3,
    out: "",
    err: "error: no native record of fresh is known\nwhy: its agent has not started yet, or does not keep one file per conversation\nfix: Skein's own record is complete: skein show fresh\n",
  });
  expect(await codeOf("fresh")).toBe("record_unknown");
});
