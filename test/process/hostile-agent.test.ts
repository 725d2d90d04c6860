// A real agent that says, asks, runs and writes what would steer a terminal: nothing of it gets there.
import { expect, test } from "vitest";
import { attacks } from "../cli/hostile-log.ts";
import { SkeinHome } from "../kit/skein-home.ts";
import { hasTmux, Tmux } from "../kit/tmux.ts";
import { until } from "../kit/until.ts";

const evil = Object.values(attacks).join("");
/** All that take a text; the last one asks and waits. */
const directives = [
  `[[say: a ${evil} b]]`,
  `[[think: ${evil}]]`,
  `[[plan: ${evil} | two]]`,
  `[[run: printf '%s' '${evil.replaceAll("\0", "")}'; exit 3]]`,
  `[[run: printf 'end \\033]0;1337\\007\\033[1337m\\n']]`,
  `[[write: out.txt | ${evil}]]`,
  "[[read: out.txt]]",
  `[[stderr: ${evil}]]`,
  "[[garbage]]",
  `[[nonsense: ${evil}]]`,
  `[[ask: ls ${evil.replaceAll("\0", "")}]]`,
];

async function asking(): Promise<SkeinHome> {
  const skein = new SkeinHome();
  await skein.json(["new", "--name", "api"]);
  await skein.run(["send", "api", "-"], directives.join("\n"));
  await until("the question", async () => (await skein.json<{ items: unknown[] }>(["inbox"])).items.length === 1);
  return skein;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must not be there
const dangerous = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

test("through a pipe no output for people has a control character", async () => {
  const skein = await asking();
  for (const words of [
    ["show", "api", "--full"],
    ["follow", "api", "--no-follow"],
    ["export", "api", "--md"],
    ["sessions"],
    ["inbox"],
    ["answer", "api"],
    ["policy", "test", "api"],
    ["queue", "api"],
    ["stats"],
  ]) {
    const { out, err } = await skein.run(words);
    expect([words, dangerous.exec(out + err)]).toEqual([words, null]);
  }
});

test.skipIf(!hasTmux)("in a terminal every sequence is one of Skein's own", async () => {
  const skein = await asking();
  const tmux = new Tmux(skein);
  const written = tmux.record();
  tmux.skein("attach", "api");
  await tmux.sees(/answer 1.*›$/);
  tmux.type("C-c");
  await tmux.sees("exit code 0");
  for (const words of [
    ["export", "api"],
    ["inbox", "--json"],
    ["show", "api", "--json"],
  ]) {
    tmux.skein(...words, "; echo over");
    await tmux.sees(/over\nexit code 0/);
    tmux.type("clear", "Enter");
    await tmux.sees(/^\$$/);
  }
  const text = Buffer.from(written(), "latin1").toString("utf8");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it takes out
  const ours = /\x1b\[(?:\d{1,3}(?:;\d{1,3})*)?[A-Za-z]|\x1b\[\?\d{1,4}[hl]|\r|\x07/g;
  expect(text).not.toMatch(/\rHIDDEN/);
  expect(dangerous.exec(text.replace(ours, (one) => (one.includes("1337") ? one : "")))).toBeNull();
});
