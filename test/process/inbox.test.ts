// `skein inbox` in a real terminal, with real agents that wait.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";
import { hasTmux, Tmux } from "../kit/tmux.ts";
import { until } from "../kit/until.ts";

async function ask(skein: SkeinHome, name: string, command: string): Promise<void> {
  await skein.json(["new", "--name", name]);
  await skein.run(["send", name, `[[ask: ${command}]]`]);
  await until(name, async () => {
    const { items } = await skein.json<{ items: { name: string }[] }>(["inbox"]);
    return items.some((item) => item.name === name);
  });
}

const isThere = (skein: SkeinHome, file: string): boolean => existsSync(join(skein.workspace, file));

test.skipIf(!hasTmux)("[T-15] what waits is answered in place, though the daemon is killed under it", async () => {
  const skein = new SkeinHome();
  await ask(skein, "api", "touch one");
  await ask(skein, "web", "touch two");
  const tmux = new Tmux(skein);
  tmux.skein("inbox", "--watch");
  await tmux.sees(/› 1 {2}api +demo .*Run `touch one`\n {2}2 {2}web +demo .*Run `touch two`\nnumber, or Enter ›$/);
  await skein.killDaemon();
  tmux.type("Down");
  await tmux.sees(/ {2}1 {2}api.*\n› 2 {2}web/);
  tmux.type("Enter");
  await tmux.sees(/│ touch two\n(.*\n)*│ {3}command = "touch two"\n(.*\n)*1\|2\|3\|4\|5\|6 ›$/);
  tmux.type("1", "Enter");
  await tmux.sees(/answered: Allow once \(Run `touch two`\)\n› 1 {2}api.*\nnumber, or Enter ›$/);
  await until("two", () => isThere(skein, "two"));

  tmux.type("1", "Enter");
  await tmux.sees(/│ touch one\n/);
  expect((await skein.run(["answer", "api", "--deny"])).code).toBe(0);
  await tmux.sees(
    /was answered already: Deny, by cli \(Run `touch one`\)\nNothing waits for you.*\nnumber, or Enter ›$/,
  );
  await ask(skein, "late", "touch three");
  await tmux.sees(/› 3 {2}late/);
  tmux.type("3", "Enter");
  await tmux.sees(/│ touch three\n(.*\n)*1\|2\|3\|4\|5\|6 ›$/);
  tmux.type("3", "Enter");
  await tmux.sees(/keep this rule for the directory\? \[y\/N\]$/);
  tmux.type("y", "Enter");
  await until("three", () => isThere(skein, "three"));
  tmux.type("C-c");
  await tmux.sees("exit code 0");
  expect((await skein.run(["policy"])).out).toContain('command = "touch three"');
  expect(isThere(skein, "one")).toBe(false);
});

test("[T-15] a question outlives daemon and client, and is answered once", async () => {
  const skein = new SkeinHome();
  await ask(skein, "api", "touch done");
  const named = await skein.asked("api");
  await skein.killDaemon();
  const answers = await Promise.all([1, 2, 3].map(() => skein.run(["answer", "api", "--once", ...named])));
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
  for (const { code, err } of answers.filter((one) => one.code !== 0))
    expect([code, err]).toEqual([10, expect.stringContaining("was answered already")]);
  await until("what was allowed", () => isThere(skein, "done"));
});
