// `skein queue <s> edit` with a real program as $EDITOR.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliDaemon, done } from "../cli/cli-daemon.ts";
import { tempDir } from "../kit/temp-dir.ts";
import { until } from "../kit/until.ts";

function editor(script: string): string {
  const file = join(tempDir(), "editor");
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** An agent at work, and one prompt that waits. */
async function waiting(prompt: string) {
  const { daemon, start } = await cliDaemon();
  const { session, agent } = await daemon.working("work");
  const id = await daemon.send(session, prompt);
  const texts = async () => (await daemon.client.queue(session)).items.map(({ text }) => text);
  const edit = (EDITOR: string) =>
    start(["queue", "@", "edit", "1", "--no-color"], { isTerminal: true, env: { EDITOR } }).result;
  return { daemon, session, agent, short: id.slice(0, 8), texts, edit };
}

test("without a text, a person gets the prompt in their editor", async () => {
  const { texts, edit, short } = await waiting("two\nlines");
  expect((await edit(`${editor('test "$1" = --wait && echo three >> "$2"')} --wait`)).out).toBe(
    `changed ${short} (two); it was: two\n`,
  );
  expect(await texts()).toEqual(["two\nlinesthree"]);
});

test("what was not changed, or emptied, or left with an error stays as it was", async () => {
  const { texts, edit, short } = await waiting("two");
  expect((await edit(editor('echo >> "$1"'))).out).toBe(`not changed: ${short} (two)\n`);
  expect((await edit(editor(': > "$1"'))).out).toBe(`not changed: ${short} (two)\n`);
  const { code, err } = await edit(editor('echo lost > "$1"; exit 3'));
  const why = /^error: nothing was changed\nwhy: the editor ".*" ended with code 3\nfix: /;
  expect([code, err]).toEqual([1, expect.stringMatching(why)]);
  expect(await texts()).toEqual(["two"]);
});

test("what was written is kept when the prompt has gone to the agent meanwhile", async () => {
  const { daemon, session, agent, edit } = await waiting("two");
  const dir = tempDir();
  execFileSync("mkfifo", [join(dir, "closed")]);
  const editing = edit(editor(`echo better > "$1"; touch ${dir}/open; read _ < ${dir}/closed`));
  await until("the editor", () => existsSync(join(dir, "open")));
  agent.say(done);
  await until("the prompt to arrive", () => agent.prompts.includes("two"));
  writeFileSync(join(dir, "closed"), "\n");
  const { code, err } = await editing;
  expect(code).toBe(1);
  const [, file = ""] = /your text is in (\S+); send it as a new prompt: skein send \w+ - < \1/.exec(err) ?? [];
  expect(readFileSync(file, "utf8")).toBe("better\n");
  expect(daemon.types(session)).not.toContain("prompt_edited");
});
