// Commands that Skein prints may be pasted as they are: a shell must not read something else in them, and what they do by themselves harms nobody.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { endingWords, loadAllCommands } from "../../src/cli/command-table.ts";
import { until } from "../kit/until.ts";
import { asks, cliDaemon } from "./cli-daemon.ts";

/** From its first word to the end of the line, as a person copies it. */
const commandsIn = (text: string): string[] => [...text.matchAll(/\bskein [a-z].*$/gm)].map(([command]) => command);

test.for([
  ["answer", ["answer", "docs"]],
  ["send --wait", ["send", "docs", "then this", "--wait"]],
  ["wait", ["wait", "docs"]],
] as const)("what %s says of an open question answers nothing when it is pasted", async ([, words]) => {
  const { daemon, run, start } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  await daemon.client.rename(session, "docs");
  agent.say(asks("q1", "rm x"));
  await until("the question", async () => (await daemon.client.inbox()).items.length === 1);
  const hints = commandsIn((await run(words)).err);
  expect(hints).toEqual(["skein answer docs --question q1"]);
  const pasted = start(["answer", "docs", "--question", "q1"], { isTerminal: true });
  await until("the question on the screen", () => pasted.out().includes("1|2|3|4|5 › "));
  pasted.type("\x03");
  await pasted.result;
  expect((await daemon.client.inbox()).items).toHaveLength(1);
});

test("a prompt that is only the sign for one is refused", async () => {
  const { daemon, run } = await cliDaemon();
  await daemon.newSession("docs");
  const { code, err } = await run(["send", "docs", "…"]);
  expect([code, err]).toEqual([
    2,
    'error: "…" stands for a prompt\nfix: write what the agent should do in its place\n',
  ]);
});

const sources = join(import.meta.dirname, "../../src");

test("behind a command that acts no hint has a sign that a shell obeys", async () => {
  const ofSessions = (await loadAllCommands()).filter(({ effect }) => effect !== "none" && effect !== "reads");
  const acting = ["new", ...endingWords, ...ofSessions.flatMap(({ name, aliases }) => [name, ...aliases])];
  expect(acting).toContain("answer");
  const hint = new RegExp(`\\bskein (?:${acting.join("|")})\\b[^"\`]*`, "g");
  const found = readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) =>
      readFileSync(join(sources, path), "utf8")
        .split("\n")
        .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
        .flatMap((line) => line.match(hint) ?? [])
        // Right behind a placeholder every shell refuses the whole of it.
        .filter(
          (text) => /^[^|&]*(?<!> )[|&]/.test(text.replaceAll(/\$\{[^}]*(\}|$)/g, "x")) || text.includes("numbersOf"),
        )
        .map((text) => `${path}: ${text}`),
    );
  expect(found).toEqual([]);
});
