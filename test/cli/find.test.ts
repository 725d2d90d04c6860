// `skein find`.
import { expect, test } from "vitest";
import { cliDaemon, done, text } from "./cli-daemon.ts";

test("what was said is found, newest first, with its place", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("look at the connection");
  await daemon.client.rename(session, "api");
  agent.say(text("The Connection\u001b[31m is fine."), done);
  await daemon.ofType(session, "turn_end");
  const { out } = await run(["find", "api", "connection"]);
  expect(out.split("\n").map((line) => line.replace(/^\d+ +\S+( ago)? +/, ""))).toEqual([
    "message  The Connection is fine.",
    "prompt   look at the connection",
    "",
  ]);
  const { hits, more } = JSON.parse((await run(["find", "api", "connection", "--kind", "prompt", "--json"])).out);
  expect([hits.length, more, hits[0]]).toEqual([
    1,
    false,
    expect.objectContaining({ kind: "prompt", before: "look at the " }),
  ]);
});

test("what is not there is said, with its own exit code", async () => {
  const { daemon, run } = await cliDaemon();
  await daemon.newSession("api");
  const { code, err } = await run(["find", "api", "nothing"]);
  expect([code, err]).toEqual([3, 'error: not found in api: "nothing"\nfix: see the transcript: skein show api\n']);
  expect(JSON.parse((await run(["find", "api", "nothing", "--json"])).err).error.code).toBe("no_match");
});

test("all of many are given, if all are wanted", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  await daemon.client.rename(session, "api");
  for (let n = 0; n < 60; n++) agent.say(text("needle", `m${n}`));
  agent.say(done);
  await daemon.ofType(session, "turn_end");
  const some = await run(["find", "api", "needle"]);
  expect(some.out.trimEnd().split("\n")).toHaveLength(51);
  expect(some.out).toContain("There are more: add --all.");
  expect((await run(["find", "api", "needle", "--all"])).out.trimEnd().split("\n")).toHaveLength(60);
});
