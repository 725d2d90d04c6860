// `skein` inside an agent means the home that runs the agent. It neither starts nor asks a daemon of another home that nobody named.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";
import { tempDir } from "../kit/temp-dir.ts";
import { until } from "../kit/until.ts";

/** What `skein` says where an agent's tool calls it in this way: its exit code, then all that it wrote. */
async function inAgent(skein: SkeinHome, how: string, words: string): Promise<string> {
  const said = join(skein.workspace, "said");
  const call = `${how} '${process.execPath}' '${skein.program}' ${words} >said.new 2>&1; echo "exit $?" >>said.new; mv said.new said`;
  await skein.json(["new", "--name", "nest"]);
  await skein.run(["send", "nest", `[[run: ${call}]]`]);
  await until("the tool's end", () => existsSync(said));
  return readFileSync(said, "utf8");
}

const ways: [how: string, command: (home: string) => string][] = [
  ["another HOME", (home) => `env HOME='${home}' XDG_CONFIG_HOME='${home}'`],
];

test.for(ways)("with %s it lists the sessions of the home that runs it", async ([, command]) => {
  const skein = new SkeinHome();
  const other = tempDir();
  expect(await inAgent(skein, command(other), "ls")).toMatch(/nest[\s\S]*exit 0\n$/);
  expect(existsSync(join(other, ".skein"))).toBe(false);
});

const lost: [how: string, command: (home: string) => string][] = [
  ["SKEIN_HOME unset, and another HOME", (home) => `env -u SKEIN_HOME HOME='${home}'`],
  ...(process.platform === "linux"
    ? ([["an empty environment", (home) => `env -i HOME='${home}'`]] as [string, (home: string) => string][])
    : []),
];

test.for(lost)("with %s it starts no second daemon, and says why", async ([, command]) => {
  const skein = new SkeinHome();
  const other = tempDir();
  const said = await inAgent(skein, command(other), "ls");
  expect(said).toMatch(/error: inside an agent, name the home/);
  expect(said).toContain(join(other, ".skein"));
  expect(said).toContain(`SKEIN_HOME=`);
  expect(said).toMatch(/exit 5\n$/);
  expect(existsSync(join(other, ".skein"))).toBe(false);
});

test.for(lost)("with %s it speaks to no daemon of another home either", async ([, command]) => {
  const skein = new SkeinHome();
  const other = new SkeinHome();
  // Where a home is that nobody names.
  other.env.SKEIN_HOME = join(other.root, ".skein");
  await other.json(["new", "--agent", "demo", "--name", "private"]);
  const said = await inAgent(skein, command(other.root), "ls --all");
  expect(said).toMatch(/error: inside an agent, name the home/);
  expect(said).toContain(`SKEIN_HOME=${join(other.root, ".skein")}`);
  expect(said).toMatch(/exit 5\n$/);
  expect(said).not.toContain("private");
});

test.skipIf(process.platform !== "linux")(
  "programs are told which home it would be, and whose agent this is",
  async () => {
    const skein = new SkeinHome();
    const other = tempDir();
    const said = await inAgent(skein, `env -i HOME='${other}'`, "ls --json");
    expect(JSON.parse(said.split("\n")[0] ?? "")).toMatchObject({
      error: { code: "another_home", home: join(other, ".skein"), agentHome: skein.home },
    });
  },
);

test("a home that is named is meant", async () => {
  const skein = new SkeinHome();
  const other = new SkeinHome();
  const how = `env SKEIN_HOME='${other.home}'`;
  expect(await inAgent(skein, how, "ls")).toMatch(/exit 0\n$/);
  expect(await other.daemonPid()).toBeGreaterThan(0);
});
