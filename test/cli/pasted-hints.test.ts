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
  expect([code, err]).toEqual([2, 'error: "…" stands for a prompt\nfix: replace it with what the agent should do\n']);
});

test("a hint names the session that the command was given", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  await daemon.client.rename(session, "docs");
  agent.say({ type: "commands", commands: [{ name: "compact" }] });
  await daemon.ofType(session, "commands_listed");
  const hintOf = async (...words: string[]) => JSON.parse((await run([...words, "--json"])).err).error.hint;
  expect(await hintOf("policy", "test", "docs", "--add", "9")).toBe("see them: skein policy test docs");
  expect(await hintOf("send", "docs", "--command", "/nosuch")).toContain("skein show docs --commands");
  const { err } = await run(["policy", "test", "docs", "--add", "9"]);
  expect(err).toContain("fix: see them: skein policy test docs\n");
});

test("a name that is taken: the hint names the session that has it, by its id where its name would mean another one", async () => {
  const { daemon, run } = await cliDaemon();
  const holder = await daemon.newSession("api");
  await daemon.newSession("web");
  expect((await run(["rename", "web", "api"])).err).toContain(
    `fix: choose another name, or rename that one first: skein rename ${holder.slice(0, 8)} <name>\n`,
  );
});

test("what a transcript says to do names its session", async () => {
  const { daemon, run, start } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  await daemon.client.rename(session, "docs");
  const hint = "let it go: skein queue <session> release";
  const notice = { type: "notice" as const, data: { kind: "n", text: "then: skein restart <session>" } };
  agent.say(notice, { type: "error", data: { code: "agent_error", message: "It failed.", hint } }, asks("q1", "rm x"));
  await until("the question", async () => (await daemon.client.inbox()).items.length === 1);
  const wanted = [
    "fix: let it go: skein queue docs release",
    "answer it: skein answer docs",
    "· then: skein restart docs",
  ];
  const { out } = await run(["show", "docs"]);
  for (const line of wanted) expect(out).toContain(line);
  const followed = start(["follow", "docs"]);
  await until("the question in what follows", () => followed.out().includes(wanted[1] ?? ""));
  followed.interrupt();
  expect((await followed.result).out).toContain(wanted[0]);
});

test("a name that means another session where it is typed is not the one in a hint", async () => {
  const { daemon, run } = await cliDaemon();
  const { session } = await daemon.client.create({ cwd: "/", name: "api" });
  await daemon.newSession("api");
  const { err } = await run(["policy", "test", session.id, "--add", "9"], { cwd: daemon.workspace });
  expect(err).toContain(`fix: see them: skein policy test ${session.id.slice(0, 8)}\n`);
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
