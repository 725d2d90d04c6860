// The words of a session's status and their colours, as the built program prints them while a session goes through its life.
import { execFileSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

/** Ready when somebody writes to `ready`; each answer comes when somebody writes to `answer`. */
const tool = `#!/bin/sh
cat "$1/ready"
printf 'chat> '
while IFS= read -r line; do
  cat "$1/answer"
  case $line in die*) exit 3;; esac
  printf 'heard %s\\nchat> ' "$line"
done
`;

test("[A-02] starting, running, waiting until it was read, then idle; and error: each with its word and its colour", async () => {
  const skein = new SkeinHome();
  const program = join(skein.root, "chat");
  writeFileSync(program, tool);
  chmodSync(program, 0o755);
  const config = `[tools.chat]\nprotocol = "lines"\ncommand = "${program}"\nargs = ["${skein.root}"]\nprompt_patterns = ["^chat> $"]\n`;
  writeFileSync(join(skein.home, "config.toml"), config, { mode: 0o600 });
  for (const name of ["ready", "answer"]) execFileSync("mkfifo", [join(skein.root, name)]);
  const letGo = (name: string) => writeFile(join(skein.root, name), "");

  const word = async () => (await skein.json<{ sessions: { status: string }[] }>(["sessions"])).sessions[0]?.status;
  const reaches = (wanted: string) => until(`the word ${wanted}`, async () => (await word()) === wanted);
  const painted = async (): Promise<string> => {
    skein.env.FORCE_COLOR = "1";
    const { out } = await skein.run(["sessions"]);
    delete skein.env.FORCE_COLOR;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
    return /((?:\u001b\[\d+m)+\S [a-z ]+[a-z])\u001b/.exec(out)?.[1] ?? out;
  };

  await skein.run(["new", "--name", "api", "--agent", "chat", "--detach", "hello"]);
  await reaches("starting");
  expect(await painted()).toBe("\u001b[36m○ starting");
  await letGo("ready");
  await reaches("running");
  expect(await painted()).toBe("\u001b[32m● running");
  await letGo("answer");
  await reaches("waiting");
  expect(await painted()).toBe("\u001b[33m✓ done");
  await skein.run(["ack", "api"]);
  expect(await word()).toBe("idle");
  expect(await painted()).toBe("\u001b[2m◌ idle");
  await skein.run(["send", "api", "die"]);
  await letGo("answer");
  await reaches("error");
  expect(await painted()).toBe("\u001b[31m✗ failed");
});
