import { expect, test } from "vitest";
import { until } from "../kit/until.ts";
import { type CliDaemon, cliDaemon, done, question, text } from "./cli-daemon.ts";

/** Sessions made one after the other, a minute apart. */
async function several({ daemon }: CliDaemon, ...names: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    daemon.clock.advance(60_000);
    ids.push(await daemon.newSession(name));
  }
  return ids;
}

/** A session whose turn has ended, and nobody has read it. */
async function finished({ daemon }: CliDaemon): Promise<string> {
  const { session, agent } = await daemon.working("go");
  agent.say(text("done that"), done);
  await daemon.ofType(session, "turn_end");
  return session;
}

const names = async ({ run }: CliDaemon, ...words: string[]): Promise<(string | null)[]> =>
  JSON.parse((await run(["sessions", "--json", ...words])).out).sessions.map(({ name }: { name: string }) => name);

test("rename names, renames and takes the name away; a name that is taken says by which session", async () => {
  const cli = await cliDaemon();
  const { daemon, run } = cli;
  const id = await daemon.newSession();
  expect((await run(["rename", "@", " fix "])).out).toBe(`renamed ${id.slice(0, 8)} to fix\n`);
  expect((await run(["rename", "fix", "better"])).out).toBe("renamed fix to better\n");
  const other = await daemon.newSession("other");
  const taken = await run(["rename", "other", "Better"]);
  expect(taken).toEqual({
    code: 1,
    out: "",
    err:
      `error: another session here has the name "Better": ${id}\n` +
      `fix: choose another name, or rename that one first: skein rename ${id.slice(0, 8)} <name>\n`,
  });
  expect(JSON.parse((await run(["rename", other, "--none", "--json"])).out)).toEqual({
    v: 1,
    session: other,
    sessionId: other,
    name: null,
    before: "other",
  });
  expect(new Set(await names(cli))).toEqual(new Set([null, "better"]));
});

test.for([
  [["rename"], "no session named"],
  [["rename", "fix"], "no name given"],
  [["rename", "fix", "new", "--none"], "a name and --none don't go together"],
  [["rename", "fix", "two\nlines"], "a name can't have line breaks"],
])("%j is refused", async ([words, message]) => {
  const { daemon, run } = await cliDaemon();
  await daemon.newSession("fix");
  expect(await run(words as string[])).toMatchObject({ code: 2, err: expect.stringContaining(`error: ${message}`) });
});

test("ack marks one session as read, or all that have finished and that nobody has read", async () => {
  const cli = await cliDaemon();
  const { daemon, run } = cli;
  const session = await finished(cli);
  const short = session.slice(0, 8);
  await several(cli, "untouched");
  const asked = await run(["ack"]);
  expect(asked).toMatchObject({ code: 2, err: "error: needs confirmation: mark it as read?\nfix: add -y\n" });
  expect(asked.out).toContain(short);
  expect(asked.out).not.toContain("untouched");
  const { out } = await run(["ack", "-y"]);
  expect(out.endsWith(`marked ${short} as read\n`)).toBe(true);
  expect((await daemon.client.session(session)).session.status).toBe("idle");
  expect((await run(["ack", "-y"])).out).toBe("No session matches.\n");
  expect((await run(["ack", "untouched"])).out).toBe("marked untouched as read\n");
});

test("archived sessions are not listed and not opened, but found by name; unarchive lists them again", async () => {
  const cli = await cliDaemon();
  const { run } = cli;
  const [, second] = await several(cli, "one", "two");
  expect((await run(["archive", "two"])).out).toBe("archived two; undo with: skein unarchive two\n");
  expect(await names(cli)).toEqual(["one"]);
  expect(await names(cli, "--archived")).toEqual(["two"]);
  expect(await names(cli, "--all")).toEqual(["one", "two"]);
  expect(JSON.parse((await run(["show", "--json"])).out).session.name).toBe("one");
  expect(JSON.parse((await run(["attach", "--json"])).out)).toMatchObject({ session: { name: "one" }, created: false });
  expect(JSON.parse((await run(["show", "two", "--json"])).out).session).toMatchObject({
    id: second,
    shelf: "archived",
  });
  expect((await run(["archive", "two"])).out).toContain("two was archived already");
  expect((await run(["unarchive", "two"])).out).toBe("unarchived two\n");
  expect((await names(cli)).sort()).toEqual(["one", "two"]);
});

test("[A-25] restart ends the process and says so; the conversation goes on with the next prompt", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  agent.say(text("done"), done);
  await daemon.ofType(session, "turn_end");
  const name = session.slice(0, 8);
  expect((await run(["restart", "@"])).out).toBe(`ended the process of ${name}; the next prompt starts a new one\n`);
  await daemon.ofType(session, "agent_exit");
  expect((await run(["restart", "@"])).out).toBe(`${name} had no process; the next prompt starts one\n`);
  await daemon.send(session, "more");
  await daemon.run(2);
});

test("[T-16] clear begins anew in the place of a session, which stays", async () => {
  const cli = await cliDaemon();
  const { daemon, run } = cli;
  const [first] = await several(cli, "api");
  const { code, out } = await run(["clear"]);
  expect(code).toBe(0);
  expect(out).toMatch(/^created api-2 \(\w{8}\) in place of api, which is kept: skein show api\n$/);
  expect((await names(cli)).sort()).toEqual(["api", "api-2"]);
  const { session } = JSON.parse((await run(["attach", "--json"])).out);
  expect(session).toMatchObject({ name: "api-2", after: first, turns: 0, active: true });
  const made = JSON.parse((await run(["clear", "api", "--json"])).out);
  expect(made).toMatchObject({ v: 1, created: true, session: { after: first, agent: "scripted" } });
  expect(daemon.types(first as string)).toEqual(["session_start", "selected"]);
});

test("[R-37] - is the session that was selected before, @last and --last the one with the newest activity", async () => {
  const cli = await cliDaemon();
  const { daemon, run } = cli;
  const [one, two, three] = await several(cli, "one", "two", "three");
  const meant = async (...words: string[]): Promise<string> =>
    JSON.parse((await run(["show", "--json", ...words])).out).session.id;
  expect(await meant("-")).toBe(two);
  daemon.clock.advance(1000);
  await run(["use", "-"]);
  expect([await meant(), await meant("-")]).toEqual([two, three]);
  daemon.clock.advance(1000);
  await run(["attach", "-"]);
  expect([await meant(), await meant("-")]).toEqual([three, two]);
  daemon.clock.advance(1000);
  await run(["queue", "one", "hold"]);
  expect([await meant("@last"), await meant("-")]).toEqual([one, two]);
  expect(JSON.parse((await run(["export", "--last"])).out.split("\n", 1)[0] ?? "").session).toBe(one);
  await run(["delete", "two"]);
  expect(await meant("-")).toBe(one);
});

test("- with nothing selected before is said", async () => {
  const { daemon, run } = await cliDaemon();
  await daemon.newSession("one");
  expect(await run(["show", "-"])).toMatchObject({
    code: 3,
    err: "error: no session was selected before this one\nfix: see them all: skein sessions\n",
  });
});

test("[R-33] kill takes several names, and tells what came of each", async () => {
  const cli = await cliDaemon();
  const { daemon, run } = cli;
  const { session } = await daemon.working("go");
  await several(cli, "idle");
  const short = session.slice(0, 8);
  const { code, out } = await run(["kill", short, "idle", short]);
  expect(code).toBe(0);
  expect(out).toBe(
    `ended the process of ${short} in turn t1; its history stays: skein show ${short}\n` +
      "idle had no process; its history stays: skein show idle\n",
  );
  expect(JSON.parse((await run(["kill", "idle", "--json"])).out)).toMatchObject({ stopped: true, hadProcess: false });
  const none = await run(["kill", "idle", "nobody"]);
  expect(none).toMatchObject({ code: 3, out: "" });
});

test("a filter leaves alone what was used after the list was made", async () => {
  const cli = await cliDaemon();
  const { daemon, start } = cli;
  const [old = ""] = await several(cli, "old");
  const nowMs = Date.parse(daemon.clock.now()) + 120_000;
  const asked = start(["kill", "--older-than", "1m", "--no-color"], { nowMs, isTerminal: true });
  await until("the question", () => asked.out().includes("stop it? [y/N]"));
  daemon.clock.advance(1000);
  await daemon.client.select(old);
  asked.type("y\n");
  expect(await asked.result).toMatchObject({
    code: 1,
    err: expect.stringContaining("old: left alone: someone used it after the list was shown"),
  });
  expect(daemon.types(old)).not.toContain("session_end");
});

test.for(["asks", "finishes", "starts"])("a filter leaves alone what began after its list, and %s", async (now) => {
  const cli = await cliDaemon();
  const { daemon, start } = cli;
  const [session = ""] = await several(cli, "later");
  const due = Date.parse(daemon.clock.now()) + 3_600_000;
  const content = [{ type: "text" as const, text: "go" }];
  await daemon.client.prompt(session, { content, notBefore: new Date(due).toISOString() });
  const asked = start(["kill", "--agent", "scripted", "--no-color"], { isTerminal: true });
  await until("the question", () => asked.out().includes("stop it? [y/N]"));
  daemon.clock.advance(3_600_000);
  const agent = await daemon.run();
  if (now !== "starts") {
    agent.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
    await until("the prompt to arrive", () => agent.prompts.includes("go"));
    agent.say(now === "asks" ? question : done);
    await daemon.ofType(session, now === "asks" ? "permission" : "turn_end");
  }
  asked.type("y\n");
  expect(await asked.result).toMatchObject({
    code: 1,
    err: expect.stringContaining("later: left alone: it started to work after the list was shown"),
  });
  expect(daemon.types(session)).not.toContain("agent_exit");
});

test("a filter shows what it means first, and needs a yes", async () => {
  const cli = await cliDaemon();
  const { daemon, run, start } = cli;
  await several(cli, "old", "new");
  const nowMs = Date.parse(daemon.clock.now()) + 30_000;
  const words = ["kill", "--older-than", "1m", "--agent", "scripted", "--workspace", "."];
  const refused = await run(words, { nowMs });
  expect(refused).toMatchObject({ code: 2, err: "error: needs confirmation: stop it?\nfix: add -y\n" });
  expect(refused.out.split("\n").map((line) => line.split(/ {2,}/).slice(1, 5))).toEqual([
    ["NAME", "STATUS", "LAST ACTIVE", "AGENT"],
    ["old", "◌ idle", "1m ago", "scripted"],
    [],
  ]);
  const asked = start([...words, "--no-color"], { nowMs, isTerminal: true });
  await until("the question", () => asked.out().includes("stop it? [y/N]"));
  asked.type("n\n");
  expect(await asked.result).toMatchObject({ code: 130, err: expect.stringContaining("nothing was done") });
  const done = await run([...words, "-y", "--json"], { nowMs });
  expect(JSON.parse(done.out)).toMatchObject({ v: 1, sessions: [{ name: "old", stopped: true }] });
  expect((await run(["sessions", "--all"])).out).toContain("stopped");
});

test.for([["kill"], ["archive"], ["delete"], ["restart"], ["ack"]])(
  "%s --agent with an agent that there is not is refused, as in lists",
  async ([word = ""]) => {
    const { daemon, run } = await cliDaemon();
    await daemon.newSession("api");
    expect(await run([word, "--agent", "scriptd"])).toMatchObject({
      ...{ code: 2, out: "" },
      err: expect.stringMatching(/^error: there is no agent "scriptd"; known: .*\nfix: did you mean scripted\?/),
    });
  },
);

test("one that fails is named, the others are done, and the exit code is 1", async () => {
  const cli = await cliDaemon();
  const { daemon, run } = cli;
  const { session } = await daemon.working("go");
  await several(cli, "idle");
  const { code, out, err } = await run(["delete", session, "idle"]);
  expect(code).toBe(1);
  expect(out).toBe("deleted idle\nrestore within 7 days: skein undo\n");
  expect(err).toContain(`${session.slice(0, 8)}: Its agent is working on turn t1`);
  expect(err).toContain("error: 1 of 2 failed\n");
});

test.for([
  [["kill", "--status", "idel"], '--status can\'t be "idel"', "did you mean idle?"],
  [["kill", "--older-than", "30"], '--older-than can\'t be "30"', "write an age such as 12h, 30d or 8w"],
  [["kill", "api", "--status", "idle"], "both names and a filter given", "not both"],
  [["archive"], "no session named", "usage: skein archive <session>…"],
  [["prune"], "no age given", "skein prune --older-than 30d"],
])("%j is refused with what and how, before anything is asked of a daemon", async ([words, error, fix]) => {
  const { run } = await cliDaemon();
  const { code, err } = await run(words as string[]);
  expect(code).toBe(2);
  expect(err).toContain(`error: ${error}`);
  expect(err).toContain(fix);
});

test("stop and open, which sound like something else, say in a terminal what they do", async () => {
  const { daemon, run } = await cliDaemon();
  await daemon.newSession("api");
  const terminal = { isTerminal: true, env: { NO_COLOR: "1" } };
  expect((await run(["stop", "api"], terminal)).err).toBe(
    "stop is an alias of kill: it ends the agent's process; to stop only the running turn: skein abort\n",
  );
  expect((await run(["kill", "api"], terminal)).err).toBe("");
  expect((await run(["open", "api"], terminal)).err).toBe(
    "this opens its directory; to open the session: skein attach api\n",
  );
  expect((await run(["stop", "api"])).err).toBe("");
  expect((await run(["open", "api"])).err).toBe("");
});

test("where several sessions need a person, the list leads to the inbox", async () => {
  const { daemon, run } = await cliDaemon();
  for (const n of [1, 2]) {
    const session = await daemon.newSession(`s${n}`);
    await daemon.send(session, "go");
    const agent = await daemon.run(n);
    agent.say({ type: "bound", nativeId: `n${n}`, provenance: "reported" });
    await until("the prompt", () => agent.prompts.includes("go"));
    agent.say(question);
    await daemon.ofType(session, "permission");
    const hint = n === 1 ? "1 needs you: skein answer s1\n" : "2 need you: skein inbox\n";
    expect((await run(["ls"])).out.endsWith(hint)).toBe(true);
  }
});
