import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../kit/until.ts";
import { cliDaemon, done, question, text } from "./cli-daemon.ts";

test("[R-37] [R-38] who is meant: by name, id or its beginning; else the words of the error, and what is near", async () => {
  const { daemon, run } = await cliDaemon();
  const session = await daemon.newSession("api");
  const named = async (ref: string) => JSON.parse((await run(["show", ref, "--json"])).out).session.id;
  expect(await named("api")).toBe(session);
  expect(await named(session)).toBe(session);
  expect(await named(session.slice(0, 6))).toBe(session);
  expect(await named("@")).toBe(session);
  expect(await run(["show", "apo"])).toEqual({
    code: 3,
    out: "",
    err: 'error: session not found: "apo"\nfix: see them all: skein sessions\n',
  });
  expect((await run(["show", "api-two"])).err).toBe(
    'error: session not found: "api-two"\nfix: did you mean "api"? see them all: skein sessions\n',
  );
});

test("[R-38] a name that several sessions have is refused, with the candidates and their places", async () => {
  const { daemon, run } = await cliDaemon();
  const ids: string[] = [];
  for (const name of ["one", "two"]) {
    const cwd = join(daemon.workspace, name);
    mkdirSync(cwd);
    ids.push((await daemon.client.create({ cwd, name: "fix" })).session.id);
  }
  const { code, err } = await run(["show", "fix"]);
  expect(code).toBe(3);
  expect(err).toContain('error: ambiguous session identifier: "fix" matches 2 sessions\n');
  for (const [index, name] of ["one", "two"].entries()) {
    expect(err).toContain(`  ${ids[index]?.slice(0, 8)}  fix  ${join(daemon.workspace, name)}\n`);
  }
  const json = JSON.parse((await run(["show", "fix", "--json"])).err);
  expect(json.error).toMatchObject({ code: "ambiguous", candidates: [{ name: "fix" }, { name: "fix" }] });
  expect((await run(["show", "fix", "-C", join(daemon.workspace, "one")])).code).toBe(0);
});

test("[R-31] sessions are listed for people and as JSON, all of them or a directory's", async () => {
  const { daemon, run } = await cliDaemon();
  expect((await run(["ls"])).out).toBe('No sessions yet. Start one: skein new "fix the tests"\n');
  expect((await run(["ls", "--archived"])).out).toBe("No sessions are archived. List the others: skein sessions\n");
  const session = await daemon.newSession("api");
  const other = join(daemon.workspace, "other");
  mkdirSync(other);
  await daemon.client.create({ cwd: other, name: "docs" });
  const { out } = await run(["ps"]);
  expect(out).toMatch(/^SESSION +NAME +STATUS +LAST ACTIVE +AGENT +WHERE +COST\n/);
  expect(out).toMatch(/\n\w{8} +api +◌ idle +(\d+\w+ ago|\d{4}-\d\d-\d\d) +scripted /);
  const listed = JSON.parse((await run(["sessions", "--json"])).out);
  expect(listed).toMatchObject({ v: 1, sessions: expect.any(Array) });
  expect(listed.sessions.map(({ name }: { name: string }) => name).sort()).toEqual(["api", "docs"]);
  expect(listed.sessions.find(({ id }: { id: string }) => id === session)).toMatchObject({
    name: "api",
    status: "idle",
    reason: { code: expect.any(String), text: expect.any(String), seq: expect.any(Number) },
    agent: "scripted",
    head: expect.any(Number),
    active: true,
    workspace: { id: expect.any(String), path: daemon.workspace },
  });
  const here = JSON.parse((await run(["sessions", "--json", "--workspace", "other"])).out);
  expect(here.sessions.map(({ name }: { name: string }) => name)).toEqual(["docs"]);
  const empty = tempName(daemon.workspace);
  expect((await run(["sessions", "--workspace", empty])).out).toBe(
    `No sessions in ${empty} yet. Start one: skein new "fix the tests"\n`,
  );
});

const tempName = (root: string): string => {
  const path = join(root, "empty");
  mkdirSync(path);
  return path;
};

test("the transcript is shown from the log, whole or its last turns; reading it in a terminal marks it as read", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("first");
  agent.say(text("one"), done);
  await daemon.ofType(session, "turn_end");
  await daemon.send(session, "second");
  await until("the prompt to arrive", () => agent.prompts.includes("second"));
  agent.say(text("two", "m2"), done);
  await until("both turns to end", () => daemon.types(session).filter((type) => type === "turn_end").length === 2);
  const shown = await run(["show"]);
  expect(shown.out).toContain(
    `${session.slice(0, 8)} · scripted · ${daemon.workspace}\n✓ done · finished (completed), not read yet`,
  );
  expect(shown.out).toMatch(/› first\n\none\n✓ done.* at \d\d:\d\d\n\n› second\n\ntwo\n✓ done.* at \d\d:\d\d\n$/);
  const last = await run(["show", "--last", "1"]);
  expect(last.out).not.toContain("first");
  expect(last.out).toContain("› second\n\ntwo\n");
  expect((await daemon.client.session(session)).session.status).toBe("waiting");
  await run(["show", "--no-color"], { isTerminal: true });
  expect((await daemon.client.session(session)).session.status).toBe("idle");
});

test("follow streams for people until Ctrl+C", async () => {
  const { daemon, start } = await cliDaemon();
  const { agent } = await daemon.working("go");
  agent.say(text("so far"));
  const following = start(["follow", "@"]);
  await until("the past", () => following.out().endsWith("so far"));
  daemon.clock.advance(20);
  agent.say(text(", so good"), done);
  await until("the present", () => following.out().includes("so far, so good\n✓ done"));
  following.interrupt();
  expect((await following.result).code).toBe(130);
});

test("follow --json and export give the log's own lines", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  agent.say(text("hi"), question);
  await daemon.ofType(session, "permission");
  const lines = daemon.log.read({ session, after: 0, limit: 1000 }).events.map(({ line }) => `${line}\n`);
  expect((await run(["export"])).out).toBe(lines.join(""));
  expect((await run(["logs", "--json", "--no-follow"])).out).toBe(lines.join(""));
  expect((await run(["follow", "--json", "--no-follow", "--after", "3"])).out).toBe(lines.slice(3).join(""));
  expect((await run(["export", "--after", "3"])).out).toBe(lines.slice(3).join(""));
  const end = lines.length;
  expect(await run(["follow", "--json", "--no-follow", "--after", String(end)])).toEqual({ code: 0, out: "", err: "" });
  for (const words of [["follow", "--no-follow"], ["export"]]) {
    expect(await run([...words, "--after", "9999"])).toEqual({
      code: 2,
      out: "",
      err: `error: there is no event 9999 yet: the log ends with ${end}\nfix: continue from its end: --after-event ${end}\n`,
    });
  }
});
