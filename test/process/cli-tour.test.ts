// Commands and flags that nothing else runs with the built program: each once, read by what it left behind.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

interface Listed {
  id: string;
  name: string | null;
  status: string;
  agent: string;
  active: boolean;
}

const list = async (skein: SkeinHome, ...words: string[]): Promise<Listed[]> =>
  (await skein.json<{ sessions: Listed[] }>(["sessions", ...words])).sessions;

const names = async (skein: SkeinHome, ...words: string[]): Promise<(string | null)[]> =>
  (await list(skein, ...words)).map(({ name }) => name).sort();

/** Runs it as people do; anything but success is a failure. */
async function ok(skein: SkeinHome, ...words: string[]): Promise<string> {
  const { code, out, err } = await skein.run(words);
  expect([words.join(" "), code, err]).toEqual([words.join(" "), 0, ""]);
  return out;
}

/** An agent of the user's own, that has modes and models. */
function addTool(skein: SkeinHome): void {
  const config = join(skein.home, "config.toml");
  const tool = '[tools.mine]\ncommand = "cat"\ndangerous_flag = "-u"\nmodel_flag = "-n"\n';
  writeFileSync(config, `${readFileSync(config, "utf8")}${tool}`, { mode: 0o600 });
}

const asked = (skein: SkeinHome, name: string, prompt: string): Promise<string> =>
  ok(skein, "new", prompt, "--name", name);

test("what was said is read as Markdown, by the other words for reading, and comes back from a file", async () => {
  const skein = new SkeinHome();
  await asked(skein, "api", "why so [[say: because of **that**]]");
  const markdown = await ok(skein, "export", "api", "--md");
  expect(markdown).toMatch(/^# /);
  expect(markdown).toContain("why so");
  expect(markdown).toContain("because of **that**");
  for (const words of [
    ["logs", "api", "--no-follow"],
    ["tail", "api", "--no-follow"],
    ["show", "--last", "1"],
    ["last", "api"],
  ])
    expect(await ok(skein, ...words)).toContain("because of");
  expect(await ok(skein, "ps")).toContain("api");

  const file = join(skein.workspace, "api.jsonl");
  writeFileSync(file, await ok(skein, "export", "api"));
  await ok(skein, "import", file, "--as-new");
  expect(await list(skein)).toHaveLength(2);
  expect(await skein.json(["stats"])).toMatchObject({ sessions: { total: 2, byAgent: { demo: 2 } } });
  expect((await skein.json<{ agents: { id: string }[] }>(["agents"])).agents.map(({ id }) => id)).toContain("demo");
  expect(await ok(skein, "help", "fork")).toContain("skein fork");
});

test("a session is renamed, chosen, set, marked as read, forked and begun anew", async () => {
  const skein = new SkeinHome();
  addTool(skein);
  await asked(skein, "api", "[[say: one]]");
  await ok(skein, "rename", "api", "web");
  await ok(skein, "new", "--name", "docs", "--agent", "mine");
  await ok(skein, "set-mode", "docs", "auto");
  await ok(skein, "set-model", "docs", "small");
  const log = await ok(skein, "export", "docs");
  expect(log).toContain('"data":{"mode":"auto"}');
  expect(log).toContain('"data":{"model":"small"}');
  await ok(skein, "use", "web");
  expect((await list(skein)).filter(({ active }) => active).map(({ name }) => name)).toEqual(["web"]);
  await ok(skein, "ack", "web");
  expect((await list(skein)).find(({ name }) => name === "web")).toMatchObject({ status: "idle" });
  await ok(skein, "fork", "web", "--name", "other way", "--detach");
  await ok(skein, "send", "other way", "[[recall]]", "--wait");
  expect(await ok(skein, "last", "other way")).toContain("one");
  await ok(skein, "clear", "docs", "--detach");
  expect(await list(skein)).toHaveLength(4);
});

test("--agent names the agent of a session that attach starts", async () => {
  const skein = new SkeinHome();
  const path = join(skein.workspace, "site");
  mkdirSync(path);
  writeFileSync(join(skein.home, "config.toml"), 'default_agent = "nobody"\n', { mode: 0o600 });
  for (const words of [
    ["attach", path, "--agent", "demo"],
    [skein.workspace, "--agent", "demo"],
  ])
    await skein.run(words);
  expect((await list(skein)).map(({ agent }) => agent)).toEqual(["demo", "demo"]);
});

test("abort stops a turn, and restart begins another process", async () => {
  const skein = new SkeinHome();
  await ok(skein, "new", "[[hang]]", "--name", "api", "--detach");
  await until("it to work", async () => (await list(skein))[0]?.status === "running");
  await ok(skein, "abort", "api", "--timeout", "30s");
  await ok(skein, "restart", "api");
  await ok(skein, "send", "api", "[[say: again]]", "--wait");
  const types = (await ok(skein, "export", "api")).match(/"type":"(agent_start|agent_exit|turn_end)"/g);
  const [start, exit, end] = ["agent_start", "agent_exit", "turn_end"].map((type) => `"type":"${type}"`);
  expect(types).toEqual([start, end, exit, start, end]);
});

test("[R-36] prune and archive take those that flags choose, and no other", async () => {
  const skein = new SkeinHome();
  const other = join(skein.workspace, "other");
  mkdirSync(other);
  await asked(skein, "good", "[[say: fine]]");
  await asked(skein, "bad", "[[fail: no]]").catch(() => "");
  await ok(skein, "new", "[[say: there]]", "--name", "elsewhere", "-C", other);
  addTool(skein);
  await ok(skein, "new", "hello", "--name", "foreign", "--agent", "mine");
  expect(await names(skein)).toEqual(["bad", "elsewhere", "foreign", "good"]);

  await ok(skein, "archive", "--older-than", "30d", "-y");
  expect(await names(skein, "--archived")).toEqual([]);
  await ok(skein, "archive", "--agent", "mine", "-y");
  expect(await names(skein, "--archived")).toEqual(["foreign"]);
  await ok(skein, "unarchive", "foreign");
  expect(await names(skein, "--archived")).toEqual([]);

  await ok(skein, "prune", "--directory", other, "--older-than", "0h", "-y");
  expect(await names(skein)).toEqual(["bad", "foreign", "good"]);
  await ok(skein, "prune", "--agent", "mine", "--older-than", "0h", "-y");
  expect(await names(skein)).toEqual(["bad", "good"]);
  await ok(skein, "prune", "--status", "failed", "--older-than", "0h", "-y");
  expect(await names(skein)).toEqual(["good"]);
  await ok(skein, "rm", "good");
  expect(await names(skein)).toEqual([]);
});

test("[R-36] filters choose what ack, restart, archive, unarchive and delete act on", async () => {
  const skein = new SkeinHome();
  const other = join(skein.workspace, "other");
  mkdirSync(other);
  addTool(skein);
  await ok(skein, "new", "[[say: fine]]", "--name", "here", "--detach");
  await ok(skein, "new", "[[say: there]]", "--name", "there", "--detach", "-C", other);
  await ok(skein, "new", "hello", "--name", "tool", "--detach", "--agent", "mine");
  const unread = (): Promise<(string | null)[]> => names(skein, "--status", "done");
  await until("all of them", async () => (await unread()).length === 3);
  await ok(skein, "ack", "--directory", other, "-y");
  expect(await unread()).toEqual(["here", "tool"]);
  await ok(skein, "ack", "--agent", "mine", "-y");
  expect(await unread()).toEqual(["here"]);

  const ends = async (name: string): Promise<number> =>
    (await ok(skein, "export", name)).split('"type":"agent_exit"').length - 1;
  await ok(skein, "restart", "--directory", other, "--status", "idle", "-y");
  expect([await ends("here"), await ends("there")]).toEqual([0, 1]);

  await ok(skein, "archive", "--older-than", "0h", "--agent", "demo", "-y");
  expect(await names(skein, "--archived")).toEqual(["here", "there"]);
  await ok(skein, "unarchive", "--directory", other, "-y");
  expect(await names(skein)).toEqual(["there", "tool"]);
  await ok(skein, "delete", "--agent", "demo", "--older-than", "0h", "-y");
  expect([await names(skein), await names(skein, "--archived")]).toEqual([["tool"], ["here"]]);
});
