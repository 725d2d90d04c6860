// A terminal wraps a long line of an agent's: whatever says it, no row of it begins as a line of Skein's does.
import { expect, test } from "vitest";
import type { Fact } from "../../src/agents/index.ts";
import { until } from "../kit/until.ts";
import { asks, cliDaemon, done } from "./cli-daemon.ts";
import { isAsked } from "./run-cli.ts";

const COLUMNS = 80;
const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it takes out
  text.replace(/\x1b\[[0-9;?]*[a-zA-Z]/g, "");

/** What stands on the screen, row by row. */
const rowsOf = (text: string): string[] =>
  plain(text)
    .split("\n")
    .flatMap((line) => line.match(new RegExp(`.{1,${COLUMNS}}`, "gu")) ?? [""]);

/** Texts of which some row begins with the forgery, however many columns stand before them. */
const forged = (forgery: string, before: number): string => `${"a".repeat(COLUMNS - before)}${forgery}`;

/** One for each place at which a title may begin in its line. */
const anywhere = Array.from({ length: 60 }, (_, before) => before);

const asksCalled = (id: string, title: string): Fact => ({
  type: "permission",
  data: { ...(asks(id, "ls") as { data: object }).data, title } as never,
});

test("what was answered is told in the agent's words without a forged row", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  const ids = anywhere.map(String);
  for (const id of ids) {
    const label = forged("▲ needs you: Run `ls`", Number(id));
    const options = [{ id: "yes", label, kind: "allow_once" as const }];
    agent.say({ type: "permission", data: { id, state: "asked", title: "Run it", detail: "ls", options } });
  }
  await until("all of them", async () => (await daemon.client.inbox()).items.length === ids.length);
  for (const id of ids) await daemon.client.answer(session, id, { option: "yes" });
  const { out } = await run(["show", session.slice(0, 8), "--no-color"], { isTerminal: true });
  expect(out).toContain("answered: ");
  expect(rowsOf(out).filter((row) => /^ {0,3}▲ needs you: Run `ls`/.test(row))).toEqual([]);
});

test("a prompt does not", async () => {
  const { daemon, run } = await cliDaemon();
  const { session } = await daemon.working(`${forged("▲ needs you: Run `ls`", 2)}\nand\n${forged("│ ls", 2)}`);
  const { out } = await run(["show", session.slice(0, 8), "--no-color"], { isTerminal: true });
  expect(rowsOf(out).filter((row) => /^ {0,3}[▲│]/.test(row))).toEqual([]);
});

test.for(anywhere.slice(30, 45))("a failure does not, with %i columns before the title", async (before) => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  agent.say(asksCalled("q1", forged("fix: skein answer api --once", before)));
  await daemon.ofType(session, "permission");
  const { err } = await run(["wait", session.slice(0, 8), "--no-color"], { isTerminal: true });
  expect(err).toContain("asks for permission");
  expect(rowsOf(err).filter((row) => /^ {0,3}fix: skein/.test(row))).toEqual([]);
});

test("`answer --all` does not, neither in its list nor in what became of it", async () => {
  const { daemon, start } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  for (const before of anywhere)
    agent.say(asksCalled(String(before), forged("9  web: Run `ls`: answered: Deny", before)));
  await until("all of them", async () => (await daemon.client.inbox()).items.length === anywhere.length);
  const answering = start(["answer", "--all", "--once", "--no-color"], { isTerminal: true });
  await until("the list", () => answering.out().includes("allow these 60?"));
  answering.type("y\r");
  const { out } = await answering.result;
  await daemon.event(
    session,
    ({ type, data }) => type === "permission" && data.id === "59" && data.state === "applied",
  );
  expect(out).toContain("answered: Allow once");
  expect(rowsOf(out).filter((row) => /^ {0,3}9 {2}web/.test(row))).toEqual([]);
});

test("what `answer` tells of the question it has answered does not", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  for (const before of anywhere) {
    const id = String(before);
    agent.say(asksCalled(id, forged("▲ asked: Run `ls`", before)));
    await daemon.event(session, ({ type, data }) => type === "permission" && data.id === id);
    const { out } = await run(["answer", session.slice(0, 8), "--question", id, "--once", "--no-color"], {
      isTerminal: true,
    });
    expect(out).toContain("answered: Allow once");
    expect(rowsOf(out.slice(out.indexOf("asked:"))).filter((row) => /^ {0,3}▲/.test(row))).toEqual([]);
  }
});

test("the last message does not", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  agent.say({ type: "agent_message", data: { messageId: "m1", text: forged("▲ needs you: Run `ls`", 0) } }, done);
  await daemon.ofType(session, "turn_end");
  for (const command of ["last", "wait"]) {
    const { out } = await run([command, session.slice(0, 8), "--no-color"], { isTerminal: true });
    expect(out).toContain("aaa");
    expect(rowsOf(out).filter((row) => /^ {0,3}▲/.test(row))).toEqual([]);
  }
});

test("a form's fields do not, nor does what was filled in", async () => {
  const { daemon, start } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  const options = anywhere.map((before) => ({ value: `v${before}`, label: forged("2  Keep all", before) }));
  const form = [
    { id: "f", label: forged("▲ needs you: Run `ls`", 0), kind: "choice" as const, isRequired: true, options },
  ];
  const answers = [{ id: "ok", label: "Answer", kind: "allow_once" as const }];
  const data = { id: "q1", state: "asked" as const, title: "Which?", detail: "Which?", options: answers, form };
  agent.say({ type: "permission", data });
  await daemon.ofType(session, "permission");
  for (const words of [["answer", session.slice(0, 8)], ["inbox"], ["attach", session.slice(0, 8)]]) {
    const running = start([...words, "--no-color"], { isTerminal: true });
    if (words[0] === "inbox") {
      await until("the list", () => running.out().includes("number, or Enter › "));
      running.type("1\r");
    }
    await until("the question", () => /(?:\n|answer )1 › |1 › $|1 › \r/.test(running.out()));
    running.type("1\r");
    await until("the field", () => running.out().includes("60  "));
    const rows = rowsOf(running.out());
    expect(rows.filter((row) => /^ {0,3}(?:2 {2}Keep|▲ needs you: Run `ls`)/.test(row))).toEqual([]);
    running.type("\x03");
    await running.result;
  }
});

test("what became of an answer does not, wherever it is told", async () => {
  const { daemon, run, start } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  for (const before of anywhere.slice(14, 23)) {
    const [id, forgery] = [String(before), "▲ needs you: Run `ls`"];
    const label = forged(forgery, before);
    const options = [{ id: "no", label, kind: "reject_once" as const }];
    agent.say({ type: "permission", data: { id, state: "asked", title: label, detail: "ls", options } });
    await daemon.event(session, ({ type, data }) => type === "permission" && data.id === id);
    const words = ["answer", session.slice(0, 8), "--question", id, "--deny", "--no-color"];
    const { out } = await run(words, { isTerminal: true });
    expect(out).toContain("answered: ");
    expect(rowsOf(out).filter((row) => row.startsWith(forgery))).toEqual([]);
  }
  for (const before of anywhere.slice(14, 23))
    agent.say(asksCalled(`d${before}`, forged("▲ needs you: Run `ls`", before)));
  await until("all of them", async () => (await daemon.client.inbox()).items.length === 9);
  const inbox = start(["inbox", "--no-color"], { isTerminal: true });
  for (const number of anywhere.slice(1, 10)) {
    await until("the list", () => isAsked(inbox.out(), "number, or Enter › "));
    inbox.type(`${number}\r`);
    await until("the question", () => isAsked(inbox.out(), "4|5 › "));
    const from = inbox.out().length;
    inbox.type("4\r");
    await until("its end", () => inbox.out().includes("answered: Deny", from));
    expect(rowsOf(inbox.out().slice(from)).filter((row) => row.startsWith("▲ needs you: Run `ls`"))).toEqual([]);
  }
  await inbox.result;
});

/** What Skein says itself behind a question's bar. */
const behindBar = [
  "answered: Deny · by you",
  "no longer open",
  "4  Allow once",
  "! Skein has looked at it",
  "3 keeps it in /tmp/p.toml",
];

test.for(behindBar)("no row of a question says `%s` as Skein does behind the bar", async (forgery) => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  const detail = anywhere.map((before) => forged(forgery, before)).join("\n");
  const label = `${"b".repeat(60)}${forgery}`;
  for (const before of anywhere) {
    const options = [{ id: "no", label: "Deny", kind: "reject_once" as const }];
    const data = { title: forged(forgery, before), detail: `ls\n${forgery}\n  ${forgery}\n${detail}`, options };
    agent.say({ type: "permission", data: { id: String(before), state: "asked", ...data } });
  }
  const options = anywhere.map((n) => ({ id: String(n), label: "a".repeat(n) + label, kind: "allow_once" as const }));
  agent.say({ type: "permission", data: { id: "labels", state: "asked", title: "t", detail: "ls", options } });
  await until("all of them", async () => (await daemon.client.inbox()).items.length === anywhere.length + 1);
  const { out } = await run(["show", session.slice(0, 8), "--no-color"], { isTerminal: true });
  const forgeries = rowsOf(out).filter((row) => row.replace(/^│ {0,3}/, "").startsWith(forgery));
  expect(forgeries).toEqual([]);
  expect(out).toContain(`(agent) ${forgery}`);
  expect(rowsOf(out).filter((row) => row.startsWith("(agent)"))).toEqual([]);
});

test("no line of a prompt begins as one of Skein's does", async () => {
  const { daemon, run } = await cliDaemon();
  const { session } = await daemon.working("go on\n▲ needs you: Run `ls`\n │ ls\nand 1\n✓ done");
  for (const isTerminal of [true, false]) {
    const { out } = await run(["show", session.slice(0, 8), "--no-color"], { isTerminal });
    expect(out).toContain("› go on\n  (prompt) ▲ needs you: Run `ls`\n  (prompt)  │ ls\n  and 1\n  (prompt) ✓ done");
  }
});
