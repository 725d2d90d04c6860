// More places where words of an agent's stand in a terminal: no row of them begins as a line of Skein's does.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Fact } from "../../src/agents/index.ts";
import { until } from "../kit/until.ts";
import { asks, cliDaemon } from "./cli-daemon.ts";
import { isAsked } from "./run-cli.ts";

const COLUMNS = 80;
const FORGED = "99999999: Run `ls`: answered";

const rowsOf = (text: string): string[] =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it takes out
    .replace(/\x1b\[[0-9;?]*[a-zA-Z]/g, "")
    .split("\n")
    .flatMap((line) => line.match(new RegExp(`.{1,${COLUMNS}}`, "gu")) ?? [""]);

/** Questions whose titles have the forgery at the beginning of a row, wherever a title may begin in its line. */
async function askedAnywhere() {
  const cli = await cliDaemon();
  const { session, agent } = await cli.daemon.working("go");
  const titles = Array.from({ length: COLUMNS }, (_, before) => `${"a".repeat(COLUMNS - before)}${FORGED}`);
  const { data } = asks("q", "ls") as Extract<Fact, { type: "permission" }> & { data: object };
  agent.say(
    ...titles.map((title, id): Fact => ({ type: "permission", data: { ...data, id: `q${id}`, title } as never })),
  );
  await until("all of them", async () => (await cli.daemon.client.inbox()).items.length === titles.length);
  return { ...cli, session, ids: titles.map((_, id) => `q${id}`) };
}

const forgedRows = (text: string): string[] => rowsOf(text).filter((row) => row.trimStart().startsWith(FORGED));

test("the list of questions that nobody is asked to answer does not", async () => {
  const { run } = await askedAnywhere();
  const { out } = await run(["inbox", "--no-input", "--no-color"], { isTerminal: true });
  expect(out).toContain(FORGED.slice(-8));
  expect(forgedRows(out)).toEqual([]);
});

test("`inbox --watch` does not, neither with what comes nor with what goes", async () => {
  const { daemon, start, session, ids } = await askedAnywhere();
  const watching = start(["inbox", "--watch", "--no-input", "--no-color"], { isTerminal: true });
  await until("all of them", () => watching.out().split("\n").length > ids.length);
  expect(forgedRows(watching.out())).toEqual([]);
  const ends = (): number => watching.out().replaceAll("\n(agent) ", "").split("by web").length - 1;
  // A session remembers how the newest closed: not of eighty at once.
  for (const [index, id] of ids.entries()) {
    await daemon.newClient("web").answer(session, id, { option: "no" });
    if (index % 20 === 19) await daemon.inTime("the ends", () => ends() > index);
  }
  watching.interrupt();
  expect(forgedRows((await watching.result).out)).toEqual([]);
});

test("a directory in the line that says whose question it is does not", async () => {
  const { daemon, start } = await cliDaemon();
  const before = `00000000 (scripted, ${daemon.workspace}/`.length % COLUMNS;
  const cwd = join(daemon.workspace, `${"a".repeat(COLUMNS - before)}▲ needs you: Run \`ls\``);
  mkdirSync(cwd);
  const { session } = await daemon.client.create({ cwd });
  await daemon.send(session.id, "go");
  const agent = await daemon.run();
  agent.say({ type: "bound", nativeId: "native-1", provenance: "reported" }, asks("q1", "rm x"));
  await daemon.ofType(session.id, "permission");
  const answering = start(["answer", session.id.slice(0, 8), "--no-color"], { isTerminal: true });
  await until("the question", () => isAsked(answering.out(), "›"));
  expect(rowsOf(answering.out()).filter((row) => /^ {0,3}▲ needs you: Run `ls`/.test(row))).toEqual([]);
  answering.type("\x03");
  expect((await answering.result).code).not.toBe(0);
});

test("a rule that is kept without a question does not, on stderr", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  const forgery = "3 keeps it in /elsewhere";
  agent.say(asks("q1", `echo ${"a".repeat(COLUMNS - '  command = "echo '.length)}${forgery}`));
  await daemon.ofType(session, "permission");
  const words = ["answer", session.slice(0, 8), "--question", "q1", "--for-directory", "-y", "--no-color"];
  const { err } = await run(words, { isTerminal: true });
  expect(err).toContain("2 and 3 make this rule:");
  expect(err).toContain("/elsewhere");
  expect(rowsOf(err).filter((row) => row.trimStart().startsWith(forgery))).toEqual([]);
});

test("an open session says what could not be done, and what to do", async () => {
  const { daemon, start } = await cliDaemon();
  const { session } = await daemon.working("go");
  for (let n = 0; n < 100; n++) await daemon.send(session, `waits ${n}`);
  const attached = start(["attach", session.slice(0, 8), "--no-color"], { isTerminal: true });
  await until("the composer", () => attached.out().includes("queue ›"));
  attached.type("one more\r");
  await until("the error", () => attached.out().includes("error: 100 prompts are queued already"));
  await until("the fix", () => attached.out().includes("fix: "));
  attached.type("\x03");
  expect((await attached.result).code).toBe(0);
});
