// Which session a command works on where none is named, and what it does when that one belongs to another directory.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadAllCommands } from "../../src/cli/command-table.ts";
import { until } from "../kit/until.ts";
import { type CliDaemon, cliDaemon, question } from "./cli-daemon.ts";

interface Elsewhere {
  readonly cli: CliDaemon;
  readonly session: string;
  /** A directory without a session. */
  readonly empty: string;
}

/** One session, called login-bug, and a directory that has none. */
async function elsewhere(): Promise<Elsewhere> {
  const cli = await cliDaemon();
  const session = await cli.daemon.newSession("login-bug");
  const empty = join(cli.daemon.workspace, "empty");
  mkdirSync(empty);
  return { cli, session, empty };
}

const acting: readonly (readonly string[])[] = [
  ["send", "@", "which directory is this?"],
  ["abort", "@"],
  ["kill", "@"],
  ["stop", "@", "-y"],
  ["clear", "@", "--detach"],
  ["delete", "@", "-y"],
  ["archive", "@"],
  ["unarchive", "@"],
  ["restart", "@"],
  ["rename", "@", "other"],
  ["set-mode", "@", "auto"],
  ["set-model", "@", "opus"],
  ["limit", "@", "--usd", "none"],
  ["fork", "@"],
  ["use", "@"],
  ["ack", "@"],
  ["answer", "@", "--once"],
  ["queue", "@", "clear", "-y"],
  ["policy", "test", "@", "--add", "1"],
];

const reading: readonly (readonly string[])[] = [["show"], ["follow"], ["export"], ["queue"], ["verify"], ["open"]];

const lines = (all: readonly (readonly string[])[]) => all.map((words) => ({ words, line: JSON.stringify(words) }));

describe("[R-37] @ is the directory's own session and nothing else", () => {
  test.for(lines([...acting, ...reading.map((words) => [...words, "@"])]))("$line", async ({ words }) => {
    const { cli, session, empty } = await elsewhere();
    const before = cli.daemon.types(session);
    expect(await cli.run(words, { cwd: empty })).toEqual({
      code: 3,
      out: "",
      err:
        `error: no session in ${empty}\n` +
        `fix: the newest is login-bug in ${cli.daemon.workspace}: write @last for it, or its name\n`,
    });
    expect(cli.daemon.types(session)).toEqual(before);
    expect(await cli.daemon.client.sessions({ shelf: "all" })).toHaveLength(1);
  });

  test("programs are told the same, with the newest session", async () => {
    const { cli, session, empty } = await elsewhere();
    const { err } = await cli.run(["send", "@", "hi", "--json"], { cwd: empty });
    expect(JSON.parse(err).error).toMatchObject({ code: "session_not_found", newest: { id: session } });
    await expect(cli.daemon.client.resolve({ ref: "@", cwd: empty })).rejects.toMatchObject({
      code: "session_not_found",
      message: `No session in ${empty}.`,
      facts: { newest: { id: session } },
    });
  });

  test("where there is no session at all, it says how to begin one", async () => {
    const { run, daemon } = await cliDaemon();
    expect(await run(["send", "@", "hi"])).toEqual({
      code: 3,
      out: "",
      err: `error: no session in ${daemon.workspace}\nfix: start one: skein new "…"\n`,
    });
  });

  test("a directory below a repository's root means the repository's session", async () => {
    const { run, daemon } = await cliDaemon();
    const [root, deep] = [join(daemon.workspace, "repo"), join(daemon.workspace, "repo", "src", "deep")];
    mkdirSync(deep, { recursive: true });
    mkdirSync(join(root, ".git"));
    writeFileSync(join(root, ".git", "HEAD"), "ref: refs/heads/main\n");
    const { session } = await daemon.client.create({ cwd: root, name: "repo" });
    await daemon.newSession("newer");
    expect(await run(["send", "@", "hi"], { cwd: deep })).toMatchObject({ code: 0, out: "sent to repo\n" });
    expect((await run(["abort"], { cwd: deep })).code).toBe(0);
    expect((await daemon.client.resolve({ cwd: deep })).session.id).toBe(session.id);
  });
});

test("[R-37] a worktree means its own session, and never that of the repository's other checkout", async () => {
  const { run, daemon } = await cliDaemon();
  const [main, tree] = [join(daemon.workspace, "main"), join(daemon.workspace, "tree")];
  const gitDir = join(main, ".git", "worktrees", "tree");
  for (const dir of [gitDir, join(tree, "src")]) mkdirSync(dir, { recursive: true });
  for (const dir of [join(main, ".git"), gitDir]) writeFileSync(join(dir, "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(gitDir, "commondir"), "../..\n");
  writeFileSync(join(gitDir, "gitdir"), `${join(tree, ".git")}\n`);
  writeFileSync(join(tree, ".git"), `gitdir: ${gitDir}\n`);
  await daemon.client.create({ cwd: main, name: "main" });
  const refused = await run(["send", "@", "hi"], { cwd: tree });
  expect([refused.code, refused.err]).toEqual([3, expect.stringContaining(`no session in ${tree}\n`)]);
  await daemon.client.create({ cwd: tree, name: "tree" });
  expect((await run(["send", "@", "hi"], { cwd: join(tree, "src") })).out).toBe("sent to tree\n");
  expect((await run(["send", "@", "hi"], { cwd: main })).out).toBe("sent to main\n");
});

describe("[R-37] nobody named a session, and the directory has none", () => {
  test.for(lines(reading))("$line reads the session that was selected last, and says so", async ({ words }) => {
    const { cli, empty } = await elsewhere();
    const more = words[0] === "follow" ? ["--no-follow"] : [];
    const { code, err } = await cli.run([...words, ...more], { cwd: empty });
    expect([code, err]).toEqual([0, `no session in ${empty}; this is login-bug in ${cli.daemon.workspace}\n`]);
  });

  test("what is printed for programs stays as it is", async () => {
    const { cli, session, empty } = await elsewhere();
    const { out, err } = await cli.run(["show", "--json"], { cwd: empty });
    expect(JSON.parse(out).session.id).toBe(session);
    expect(err).toContain("this is login-bug in");
    expect((await cli.run(["show", "--json", "--quiet"], { cwd: empty })).err).toBe("");
  });

  test.for<[string[], string]>([
    [["abort"], "skein abort login-bug"],
    [["abort", "--clear", "-y"], "skein abort login-bug --clear -y"],
    [["clear", "--detach"], "skein clear login-bug --detach"],
    [["answer", "--deny", "--reason", "not now"], "skein answer login-bug --deny --reason 'not now'"],
    [["limit", "--usd", "5"], "skein limit login-bug --usd 5"],
    [["policy", "test", "--add", "1"], "skein policy test login-bug --add 1"],
    [["policy", "--add", "1", "test"], "skein policy --add 1 test -s login-bug"],
  ])("%j refuses without a terminal, with the command that would do it", async ([words, command]) => {
    const { cli, session, empty } = await elsewhere();
    const before = cli.daemon.types(session);
    expect(await cli.run(words, { cwd: empty })).toEqual({
      code: 3,
      out: "",
      err:
        `error: no session in ${empty}\n` +
        `why: the session selected last is login-bug in ${cli.daemon.workspace}, and you did not name it\n` +
        `fix: if you mean it: ${command}\n`,
    });
    const { err } = await cli.run([...words, "--json"], { cwd: empty });
    expect(JSON.parse(err).error).toMatchObject({ code: "session_not_named", session });
    expect(cli.daemon.types(session)).toEqual(before);
  });

  test.for(["n\n", "\n", "", "\u0003"])("in a terminal it asks first, and %j changes nothing", async (keys) => {
    const { cli, session, empty } = await elsewhere();
    const before = cli.daemon.types(session);
    const asked = cli.start(["abort", "-y", "--no-color"], { cwd: empty, isTerminal: true });
    const where = `login-bug in ${cli.daemon.workspace}`;
    await until("the question", () => asked.out().includes("[y/N]"));
    // Where it goes on in another row that one is indented.
    expect(asked.out().replaceAll("\n  ", "")).toContain(`no session in ${empty}: abort ${where}?`);
    if (keys === "") asked.end();
    else asked.type(keys);
    expect(await asked.result).toMatchObject({ code: 130, err: "nothing was done\n" });
    expect(cli.daemon.types(session)).toEqual(before);
  });

  test("in a terminal a yes does it", async () => {
    const cli = await cliDaemon();
    const { session, agent } = await cli.daemon.working("go");
    agent.say(question);
    await cli.daemon.ofType(session, "permission");
    const empty = join(cli.daemon.workspace, "empty");
    mkdirSync(empty);
    const asked = cli.start(["answer", "--deny", "--no-color"], { cwd: empty, isTerminal: true });
    await until("the question", () => asked.out().includes("[y/N]"));
    asked.type("y\n");
    expect((await asked.result).code).toBe(0);
    await cli.daemon.event(session, ({ type, data }) => type === "permission" && data.state === "answered");
  });

  test("a directory that has a session is never asked about", async () => {
    const { cli } = await elsewhere();
    expect(await cli.run(["abort"])).toEqual({
      code: 0,
      out: "nothing to stop: no turn of login-bug is running\n",
      err: "",
    });
    expect((await cli.run(["show"])).err).toBe("");
  });
});

describe("[R-37] - is the session that was selected before, in any directory", () => {
  /** login-bug was selected before `second`; both belong to another directory than `empty`. */
  async function selected(): Promise<Elsewhere> {
    const place = await elsewhere();
    place.cli.daemon.clock.advance(1000);
    await place.cli.daemon.newSession("second");
    return place;
  }

  test.for<[string[], string]>([
    [["delete", "-"], "skein delete login-bug"],
    [["delete", "-", "-y"], "skein delete login-bug -y"],
    [["kill", "-s", "-"], "skein kill -s login-bug"],
    [["send", "-", "hi there"], "skein send login-bug 'hi there'"],
    [["send", "-", "-"], "skein send login-bug -"],
    [["send", "--hold", "-", "hi"], "skein send --hold login-bug hi"],
    [["send", "--hold", "-", "-"], "use login-bug instead"],
    [["abort", "-"], "skein abort login-bug"],
    [["rename", "-", "other"], "skein rename login-bug other"],
  ])("%j in another directory refuses without a terminal, with the command that would do it", async ([words, fix]) => {
    const { cli, session, empty } = await selected();
    const before = cli.daemon.types(session);
    expect(await cli.run(words, { cwd: empty, stdin: "piped" })).toEqual({
      code: 3,
      out: "",
      err:
        "error: - is another directory's session\n" +
        `why: the previously selected session is login-bug in ${cli.daemon.workspace}\n` +
        `fix: if you mean it: ${fix}\n`,
    });
    expect(cli.daemon.types(session)).toEqual(before);
  });

  test.for<[string, number]>([
    ["n\n", 130],
    ["y\n", 0],
  ])("in a terminal it asks first: %j", async ([keys, code]) => {
    const { cli, empty } = await selected();
    const asked = cli.start(["delete", "-", "-y", "--no-color"], { cwd: empty, isTerminal: true });
    await until("the question", () => asked.out().includes("[y/N]"));
    const question = `- is another directory's session: delete login-bug in ${cli.daemon.workspace}?`;
    expect(asked.out().replaceAll("\n  ", "")).toContain(question);
    asked.type(keys);
    expect((await asked.result).code).toBe(code);
    expect(await cli.daemon.client.sessions()).toHaveLength(code === 0 ? 1 : 2);
  });

  test("in its own directory it is taken, and named; what reads takes it anywhere", async () => {
    const { cli, empty } = await selected();
    expect(await cli.run(["abort", "-"])).toMatchObject({
      code: 0,
      err: `- is login-bug in ${cli.daemon.workspace}\n`,
    });
    expect(await cli.run(["show", "-"], { cwd: empty })).toMatchObject({ code: 0, err: "" });
  });

  test.for(
    lines([
      ["send", "-"],
      ["send", "-", "--wait"],
      ["send", "--hold", "-"],
    ]),
  )("$line could be stdin or that session: it is neither", async ({ words }) => {
    const { cli, session } = await selected();
    const before = cli.daemon.types(session);
    expect(await cli.run(words, { stdin: "from a pipe" })).toEqual({
      code: 2,
      out: "",
      err:
        'error: "-" alone is the text from stdin, or the previously selected session\n' +
        'fix: write skein send @ - to read the text from stdin, or skein send - "…" for that session\n',
    });
    expect(cli.daemon.types(session)).toEqual(before);
    expect((await cli.run(["send", "@", "-"], { stdin: "from a pipe" })).out).toBe("sent to second\n");
  });
});

test("@last means a session wherever it is: what acts says which one it was", async () => {
  const { cli, empty } = await elsewhere();
  const { daemon, run } = cli;
  expect(await run(["abort", "@last"], { cwd: empty })).toEqual({
    code: 0,
    out: "nothing to stop: no turn of login-bug is running\n",
    err: `@last is login-bug in ${daemon.workspace}\n`,
  });
  expect((await run(["abort", "--last"], { cwd: empty })).err).toBe(`@last is login-bug in ${daemon.workspace}\n`);
  expect((await run(["show", "@last"], { cwd: empty })).err).toBe("");
});

test.for(
  lines([
    ["kill", ""],
    ["send", "", "hi"],
    ["delete", "-s", ""],
    ["show", ""],
  ]),
)("$line: an empty name, as an unset variable gives it, is no name", async ({ words }) => {
  const { cli, session } = await elsewhere();
  const before = cli.daemon.types(session);
  expect(await cli.run(words)).toEqual({
    code: 2,
    out: "",
    err: "error: the session's name is empty\nfix: write its name or its id; @ is this directory's session\n",
  });
  expect(cli.daemon.types(session)).toEqual(before);
});

test("how a session was found is told to every client", async () => {
  const { cli, session, empty } = await elsewhere();
  const { client, workspace } = cli.daemon;
  const by = async (ref: string | undefined, cwd: string) => (await client.resolve({ ref, cwd })).by;
  expect(await by("LOGIN-bug", empty)).toBe("name");
  expect(await by(session, empty)).toBe("id");
  expect(await by(session.slice(0, 6), empty)).toBe("id");
  expect(await by("@", workspace)).toBe("here");
  expect(await by(undefined, workspace)).toBe("here");
  expect(await by(undefined, empty)).toBe("elsewhere");
  expect(await by("@last", empty)).toBe("last");
  await cli.daemon.newSession("other");
  expect(await by("-", empty)).toBe("previous");
});

test("every command that takes a session says whether it reads or acts", async () => {
  const takesSession = (await loadAllCommands()).filter(({ usage }) => /session/.test(usage));
  expect(takesSession.filter(({ effect }) => effect === "none").map(({ name }) => name)).toEqual(["sessions", "undo"]);
});

test("a command wants a session's name where its usage says so, and nowhere else", async () => {
  const { cli } = await elsewhere();
  for (const { name, usage } of (await loadAllCommands()).filter((one) => one.usage.includes("<session>")))
    expect([usage, await cli.run([name])]).toEqual([
      usage,
      { code: 2, out: "", err: expect.stringMatching(/^error: no session named\n/) },
    ]);
  for (const words of [...reading, ["abort"], ["ack"], ["limit"]])
    expect([words, (await cli.run([...words, ...(words[0] === "follow" ? ["--no-follow"] : [])])).code]).toEqual([
      words,
      0,
    ]);
});
