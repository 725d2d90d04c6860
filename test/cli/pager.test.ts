// Long output of `skein show` and `skein help`, in the person's pager: only in a terminal, and only where it does not fit.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pagerFor, rowsOf } from "../../src/cli/programs/open-pager.ts";
import { tempDir } from "../kit/temp-dir.ts";
import { cliDaemon, done, text } from "./cli-daemon.ts";
import { runCli } from "./run-cli.ts";

const PATH = process.env.PATH ?? "";

async function longSession() {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  const lines = Array.from({ length: 50 }, (_, index) => `line ${index}`);
  agent.say(text(lines.join("\n")), done);
  await daemon.ofType(session, "turn_end");
  const file = join(tempDir(), "paged");
  /** In a terminal of so many rows, with a pager that keeps what it is given. */
  const show = (rows: number, words: string[] = [], env: Record<string, string> = {}) =>
    run(["show", "--no-color", ...words], {
      ...{ isTerminal: true, rows },
      env: { PATH, PAGER: `cat > ${file}`, ...env },
    });
  const paged = (): string | null => (existsSync(file) ? readFileSync(file, "utf8") : null);
  return { run, show, paged };
}

test("what is higher than the terminal goes to $PAGER, all of it and in its order", async () => {
  const { run, show, paged } = await longSession();
  const plain = (await run(["show"])).out;
  // A command with arguments, as a shell understands it.
  expect(await show(24)).toEqual({ code: 0, out: "", err: "" });
  expect(paged()).toBe(plain);
});

test.for([
  ["fits", 100, [], {}],
  ["is not to be paged", 24, ["--no-pager"], {}],
  ["has PAGER=cat", 24, [], { PAGER: "cat" }],
  ["has an empty PAGER", 24, [], { PAGER: "" }],
  ["has a dumb terminal", 24, [], { TERM: "dumb" }],
  ["has nobody to press keys", 24, ["--no-input"], {}],
  ["has a pager that is not there", 24, [], { PAGER: "no-such-pager -x" }],
] as const)("what %s is printed as it is", async ([, rows, words, env]) => {
  const { run, show, paged } = await longSession();
  const plain = (await run(["show"])).out;
  expect((await show(rows, [...words], env)).out).toBe(plain);
  expect(paged()).toBeNull();
});

test("JSON is never paged", async () => {
  const { show, paged } = await longSession();
  expect(JSON.parse((await show(2, ["--json"])).out)).toMatchObject({ v: 1 });
  expect(paged()).toBeNull();
});

test("pager_failed: one that can't be run is an error; one that is left early is none", async () => {
  const { show } = await longSession();
  expect(await show(24, [], { PAGER: "true" })).toMatchObject({ code: 0, err: "" });
  const { code, err } = await show(24, [], { PAGER: "/nonexistent/pager" });
  expect(code).toBe(1);
  expect(err).toMatch(/error: the pager "\/nonexistent\/pager" can't be run\n.*PAGER=cat/);
});

test("an error is told though text was held back", async () => {
  const { run } = await longSession();
  const { code, err } = await run(["show", "nope"], { isTerminal: true, rows: 24, env: { PATH, NO_COLOR: "1" } });
  expect([code, err]).toEqual([3, expect.stringContaining('session not found: "nope"')]);
});

test("less is what it is without $PAGER, if it is on the PATH, and nothing in the directory itself", () => {
  const cwd = tempDir();
  expect(pagerFor({ env: { PATH: "/nonexistent" }, cwd })).toBeNull();
  expect(pagerFor({ env: { PATH, PAGER: "sh -c cat" }, cwd })).toBe("sh -c cat");
  writeFileSync(join(cwd, "my-pager"), "#!/bin/sh\n", { mode: 0o755 });
  expect(pagerFor({ env: { PATH: `.:${cwd}`, PAGER: "my-pager" }, cwd })).toBeNull();
});

test.for([
  ["", 0],
  ["a\n", 1],
  ["a\nb", 1],
  [`${"x".repeat(81)}\n`, 2],
  [`\x1b[2m${"x".repeat(80)}\x1b[22m\n`, 1],
] as const)("%j takes %i whole rows of 80 columns", ([given, rows]) => {
  expect(rowsOf(given, 80)).toBe(rows);
});

test.for([[["help", "send"]], [["send", "--help"]], [["help", "env"]]] as const)(
  "help that is higher than the terminal goes to $PAGER: %j",
  async ([words]) => {
    const file = join(tempDir(), "paged");
    const inTerminal = (rows: number) =>
      runCli([...words], { isTerminal: true, rows, cwd: tempDir(), env: { PATH, PAGER: `cat > ${file}` } });
    const { out: plain } = await runCli([...words]);
    expect((await inTerminal(200)).out).toBe(plain);
    expect(existsSync(file)).toBe(false);
    expect(await inTerminal(24)).toEqual({ code: 0, out: "", err: "" });
    expect(readFileSync(file, "utf8")).toBe(plain);
  },
);
