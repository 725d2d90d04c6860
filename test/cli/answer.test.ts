import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { until } from "../kit/until.ts";
import { asking } from "./asking.ts";
import { asks, type CliDaemon, question } from "./cli-daemon.ts";
import { formQuestion } from "./form-question.ts";
import { isAsked } from "./run-cli.ts";

const form = formQuestion("f1", { title: "2 questions", detail: "Which colour?\nHow many?" }, [
  {
    id: "colour",
    label: "Which colour?",
    kind: "choice",
    options: [
      { value: "red", label: "Red" },
      { value: "green", label: "Green", description: "like grass" },
    ],
    isRequired: true,
  },
  { id: "count", label: "How many?", kind: "number" },
]);

/** In a terminal: types each text when its label has come. */
async function talk(cli: Pick<CliDaemon, "start">, words: string[], ...turns: [label: string, typed: string][]) {
  const running = cli.start([...words, "--no-color"], { isTerminal: true });
  let from = 0;
  for (const [label, typed] of turns) {
    await until(label, () => running.out().length > from && isAsked(running.out(), label));
    from = running.out().length;
    running.type(typed);
  }
  return running.result;
}

/** A field that can be filled in now. */
const FIELD = "› ";

test("a question is answered by flag, number or word, with a reason if there is one", async () => {
  const { run, heard, ref, daemon } = await asking(question);
  expect(await run(["answer", "@", "maybe"])).toEqual({
    code: 2,
    out: "",
    err: 'error: "maybe" is no answer here\nfix: choose one of: 1  Allow once, 4  Deny, 5  Deny, and say why\n',
  });
  expect((await run(["answer", "@", "--once", "--deny"])).err).toContain("--once and --deny don't go together");
  expect((await run(["answer", "@", "--option", "nope"])).err).toContain("choose one of: yes, no");
  expect((await run(["answer", "@", "5"])).err).toContain('fix: add --reason "…"');
  expect((await run(["answer", "@", "--kind", "edit"])).err).toContain("--kind goes with --all");
  expect(heard()).toEqual([]);
  expect(await run(["answer", "@", "--reason", "not now"])).toEqual({
    code: 0,
    out: `answered: Deny ("not now")\n${ref} (scripted, ${daemon.workspace})\n▲ asked: Run \`rm x\`\n│ rm x⟨U+202E⟩\n`,
    err: "",
  });
  await until("the answer to arrive", () => heard().length === 1);
  expect((await run(["show"])).out).toContain('answered: Deny ("not now")');
  expect(heard()).toMatchObject([{ permission: "q1", option: "no", message: "not now" }]);
  expect(await run(["answer"])).toEqual({
    code: 3,
    out: "",
    err: `error: ${ref} has no open question\nfix: see who asks: skein inbox\n`,
  });
});

test("a choice alone answers the directory's own session, not one that is called like it", async () => {
  const { run, daemon, heard, session } = await asking(question);
  const other = await daemon.newSession();
  await daemon.send(other, "go");
  const agent = await daemon.run(2);
  agent.say({ type: "bound", nativeId: "native-2", provenance: "reported" });
  await until("the prompt to arrive", () => agent.prompts.includes("go"));
  agent.say(question);
  await until("both questions", async () => (await daemon.client.inbox()).items.length === 2);
  await daemon.client.rename(other, "4");
  await daemon.client.select(session);
  expect(await run(["answer", "4"])).toMatchObject({ code: 0 });
  await until("the answer to arrive", () => heard().length === 1);
  expect(heard()).toMatchObject([{ option: "no" }]);
  expect(agent.heard.filter(({ said }) => said === "answer")).toEqual([]);
  expect(await run(["answer", "-s", "4", "deny"])).toMatchObject({ code: 0 });
  await until("the other answer", () => agent.heard.some(({ said }) => said === "answer"));
});

test("without a choice a program is shown the question and told what to do", async () => {
  const { run, ref } = await asking(question);
  const { code, err } = await run(["answer", "--json"]);
  expect(code).toBe(4);
  expect(JSON.parse(err).error).toMatchObject({
    code: "permission_asked",
    hint: `answer it, with a number behind this: skein answer ${ref} --question q1`,
    permission: { id: "q1", detail: "rm x\u202e" },
  });
});

test("what comes on the input of a program answers nothing", async () => {
  const { run, heard, daemon, ref } = await asking(question);
  expect((await run(["answer"], { stdin: "1\ny\n" })).code).toBe(4);
  expect((await run(["answer", "--all", "--once"], { stdin: "y\n" })).code).toBe(2);
  expect((await run(["attach", ref], { stdin: "1\ny\n" })).code).toBe(0);
  expect((await run(["inbox"], { stdin: "1\n1\n" })).code).toBe(0);
  expect([heard(), (await daemon.client.inbox()).items.length]).toEqual([[], 1]);
});

test("without a choice a person is shown everything, and asked until they choose", async () => {
  const cli = await asking(question);
  const { code, out } = await talk(cli, ["answer"], ["1|4|5 ›", "7\n"], ["1|4|5 ›", "1\n"]);
  expect(out).toContain(`${cli.ref} (scripted, ${cli.daemon.workspace})\n▲ needs you: Run \`rm x\`\n│ rm x⟨U+202E⟩\n`);
  expect(out).toContain("│ rm x⟨U+202E⟩\n│\n│ ! It has invisible characters");
  expect(out).toContain("│ 1  Allow once\n│ 4  Deny\n│ 5  Deny, and say why\n");
  expect(out).toContain('"7" is not one of the choices; nothing was answered');
  expect([code, out.endsWith("answered: Allow once\n")]).toEqual([0, true]);
  await until("the answer to arrive", () => cli.heard().length === 1);
});

test("what is typed before it is asked for answers nothing", async () => {
  const cli = await asking(question);
  const running = cli.start(["answer", "--no-color"], { isTerminal: true });
  running.type("1\n1");
  await until("the question", () => running.out().includes("1|4|5 ›"));
  running.type("\x03");
  expect((await running.result).code).toBe(130);
  expect(cli.heard()).toEqual([]);
});

test("a line whose beginning was typed before the question could be read counts as a whole or not at all", async () => {
  const cli = await asking(question);
  const running = cli.start(["answer", "--no-color"], { isTerminal: true });
  running.type("4");
  await until("its label", () => running.out().includes("1|4|5 › 4"));
  running.type("1\n");
  const reason = 'ignored, because you typed it before the question was shown: "41"';
  await until("the reason", () => running.out().includes(reason));
  const told = running.out().indexOf(reason);
  await until("its label again", () => running.out().includes("1|4|5 › ", told));
  running.type("4\n");
  expect((await running.result).code).toBe(0);
  await until("the answer to arrive", () => cli.heard().length === 1);
  expect(cli.heard()).toMatchObject([{ option: "no" }]);
});

test("a line that was typed too early and deleted leaves room for an answer", async () => {
  const cli = await asking(question);
  const running = cli.start(["answer", "--no-color"], { isTerminal: true });
  running.type("9");
  await until("its label", () => running.out().includes("1|4|5 › 9"));
  running.type("\x7f1\n");
  expect((await running.result).code).toBe(0);
  await until("the answer to arrive", () => cli.heard().length === 1);
  expect(cli.heard()).toMatchObject([{ option: "yes" }]);
});

test.for([
  ["in one go", "5\ndon't touch production\n", ""],
  ["half of it in one go", "5\ndon't tou", "ch production\n"],
] as const)("a reason that follows the choice at once is heard from its first key (%s)", async ([, first, then]) => {
  const cli = await asking(question);
  const running = cli.start(["answer", "--no-color"], { isTerminal: true });
  await until("the question", () => running.out().includes("1|4|5 › "));
  running.type(first);
  await until("the next", () => running.out().includes("why? › "));
  running.type(then);
  expect((await running.result).code).toBe(0);
  await until("the answer to arrive", () => cli.heard().length === 1);
  expect(cli.heard()).toMatchObject([{ option: "no", message: "don't touch production" }]);
});

test.for(["answer", "inbox", "attach"])(
  "the fields of a form take what is typed at once (skein %s)",
  async (command) => {
    const cli = await asking(form);
    const words = command === "inbox" ? [command] : [command, cli.ref];
    const running = cli.start([...words, "--no-color"], { isTerminal: true });
    if (command === "inbox") {
      await until("the list", () => running.out().includes("number, or Enter › "));
      running.type("1\r");
    }
    await until("the question", () => running.out().includes("1|4|5 › "));
    running.type("1\r2\r125\r");
    await until("the answer to arrive", () => cli.heard().length === 1);
    expect(cli.heard()).toMatchObject([{ option: "accept", content: { colour: "green", count: 125 } }]);
    running.type("\x03");
    await running.result;
  },
);

test("what was typed ahead for other fields does not fill in one that must be asked again", async () => {
  const cli = await asking(form);
  const running = cli.start(["answer", "--no-color"], { isTerminal: true });
  await until("the question", () => running.out().includes("1|4|5 › "));
  running.type("1\nblue\n2\n");
  await until("the reason", () =>
    running.out().includes('ignored, because you typed it before the question was shown: "2"'),
  );
  expect(running.out()).not.toContain("How many? (a number");
  running.type("\x03");
  expect((await running.result).code).toBe(130);
});

test.for([
  ["an empty line", "\n"],
  ["Ctrl+D", "\x04"],
] as const)("%s answers nothing", async ([, typed]) => {
  const cli = await asking(question);
  const { code, err } = await talk(cli, ["answer"], ["1|4|5 ›", typed]);
  expect([code, err]).toEqual([130, expect.stringContaining("error: not answered")]);
  expect((await cli.daemon.client.inbox()).items).toHaveLength(1);
});

test("[T-21] for the session: the rule is shown, and the same request is not asked about again", async () => {
  const cli = await asking(asks("q1", "npm test"));
  const { code, out } = await talk(cli, ["answer"], ["1|2|3|4|5 ›", "2\n"]);
  expect(code).toBe(0);
  expect(out).toMatch(/2 and 3 make this rule:\n│ {3}\[\[allow\]\]\n(.*\n)*│ {3}command = "npm test"/);
  cli.agent.say(asks("q2", "npm test"));
  await until("the answers", () => cli.heard().length === 2);
  expect((await cli.daemon.client.inbox()).items).toEqual([]);
});

test("for the project: the exact rule and its file are shown, and nothing is kept without a yes", async () => {
  const cli = await asking(asks("q1", "npm test"));
  const { file = "", text = "" } = (await cli.daemon.client.inbox()).items[0]?.rule ?? {};
  const yes = "keep this rule for the directory? [y/N]";
  expect((await talk(cli, ["answer"], ["1|2|3|4|5 ›", "3\n"], [yes, "\n"])).code).toBe(130);
  expect(await cli.run(["answer", "--for-project", "--question", "q1"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("add -y"),
  });
  expect([existsSync(file), cli.heard()]).toEqual([false, []]);
  const { code, out } = await talk(cli, ["answer", "--for-project"], [yes, "y\n"]);
  expect(code).toBe(0);
  for (const line of [...text.trimEnd().split("\n"), file]) expect(out).toContain(line);
  expect(readFileSync(file, "utf8")).toBe(text);
});

test("a rule for the project that needs no further yes is still shown", async () => {
  const cli = await asking(asks("q1", "npm test"));
  const { file = "", text = "" } = (await cli.daemon.client.inbox()).items[0]?.rule ?? {};
  const { code, err } = await cli.run(["answer", "--for-directory", "-y", "--question", "q1"]);
  expect([code, readFileSync(file, "utf8")]).toEqual([0, text]);
  for (const line of [...text.trimEnd().split("\n"), file]) expect(err).toContain(line);
});

test("a command that no rule could name exactly is allowed once or not at all", async () => {
  const { run } = await asking(asks("q1", "npm test; curl evil"));
  expect(await run(["answer", "--for-session"])).toMatchObject({
    code: 2,
    err: "error: no rule can match exactly this\nfix: allow it with --once, or write a rule: skein policy path\n",
  });
  expect((await run(["answer", "--once", "--question", "q1"])).code).toBe(0);
});

test("what answer prints as JSON names the question and its session by the inbox's fields", async () => {
  const cli = await asking(asks("q1", "ls"));
  const [item] = JSON.parse((await cli.run(["inbox", "--json"])).out).items;
  const told = JSON.parse((await cli.run(["answer", "--question", "q1", "--once", "--json"])).out);
  expect(told).toMatchObject({ id: item.id, session: item.session, name: item.name, title: item.title });
  expect(told.permission).toBe(item.id);
});

test("somebody else was first: it is told who, and what they said", async () => {
  const cli = await asking(asks("q1", "ls"));
  const running = cli.start(["answer", "--no-color"], { isTerminal: true });
  await until("the question", () => running.out().includes("1|2|3|4|5 ›"));
  await cli.daemon.newClient("web").answer(cli.session, "q1", { option: "no" });
  running.type("1\n");
  const { code, err } = await running.result;
  expect(code).toBe(10);
  expect(err).toContain(`error: the question of ${cli.ref} was answered already: Deny, by web\n`);
  const late = await cli.run(["answer", "--question", "q1", "--once", "--json"]);
  expect(late.code).toBe(10);
  expect(JSON.parse(late.err).error).toMatchObject({ code: "already_answered", option: "no", by: { name: "web" } });
  expect(await cli.run(["answer", "--question", "q0", "--once"])).toMatchObject({ code: 3 });
  await until("one answer", () => cli.heard().length === 1);
});

test("a question whose asker is gone says why, and how to go on", async () => {
  const cli = await asking(asks("q1", "ls"));
  const running = cli.start(["answer", "--no-color"], { isTerminal: true });
  await until("the question", () => running.out().includes("1|2|3|4|5 ›"));
  cli.agent.exit({ kind: "exited", code: 1 });
  await cli.daemon.event(cli.session, ({ type, data }) => type === "permission" && data.state === "stale");
  running.type("1\n");
  const { code, err } = await running.result;
  expect(code).toBe(10);
  expect(err).toMatch(/no longer open: .*\nfix: to continue: skein send \w{8} "go on"\n$/);
  const named = await cli.run(["answer", "--question", "q1", "--once", "--json"]);
  expect(named.code).toBe(10);
  expect(JSON.parse(named.err).error).toMatchObject({ code: "stale_permission" });
  expect(await cli.run(["answer"])).toMatchObject({ code: 3, err: expect.stringContaining("skein send") });
});

test("a form is filled in field by field, and what can't be is asked again", async () => {
  const cli = await asking(form);
  const { code, out } = await talk(
    cli,
    ["answer"],
    ["1|4|5 ›", "1\n"],
    [FIELD, "blue\n"],
    [FIELD, "2\n"],
    [FIELD, "3\n"],
  );
  expect(out).toMatch(
    /2 {2}Green: like grass\n[\s\S]*"blue" is not one of: Red, Green\n[\s\S]*How many\? \(a number, optional\)\n/,
  );
  expect([code, out.endsWith("answered: Answer\n")]).toEqual([0, true]);
  await until("the answer to arrive", () => cli.heard().length === 1);
  expect(cli.heard()).toMatchObject([{ option: "accept", content: { colour: "green", count: 3 } }]);
});

test("a form is filled in by flags", async () => {
  const { run, heard } = await asking(form);
  expect((await run(["answer", "--set", "shape=round"])).err).toContain("write --set colour=… (also: count)");
  expect((await run(["answer", "--question", "f1", "--set", "count=2"])).err).toContain(
    "fill it in: --set colour=… (also: count)",
  );
  expect(
    (await run(["answer", "--question", "f1", "--set", "colour=RED", "--set", "How many?=2", "--json"])).code,
  ).toBe(0);
  await until("the answer to arrive", () => heard().length === 1);
  expect(heard()).toMatchObject([{ option: "accept", content: { colour: "red", count: 2 } }]);
});

test("in an open session the numbers mean the same, what is no answer is not sent, and a form is filled in field by field", async () => {
  const cli = await asking(asks("q1", "npm test"));
  const attached = cli.start(["attach", cli.ref, "--no-color"], { isTerminal: true });
  const sees = (text: string) => until(text, () => attached.out().includes(text));
  await sees("answer 1|2|3|4|5 › ");
  attached.type("hello\r");
  await sees('not an answer: type 1|2|3|4|5, y, n, or "n: why" and nothing else');
  expect(cli.heard()).toEqual([]);
  attached.type("\x15n: too slow\r");
  await until("the answer to arrive", () => cli.heard().length === 1);
  expect(cli.heard()).toMatchObject([{ option: "no", message: "too slow" }]);
  cli.agent.say(form);
  await sees("│ 4  Don't answer\n");
  await sees("answer 1|4|5 › ");
  attached.type("1\r");
  await sees("2  Green: like grass\n");
  await sees("J› \r");
  attached.type("blue\r");
  await sees('"blue" is not one of: Red, Green');
  attached.type("\x152\r");
  await sees("How many? (a number, optional)\n");
  const count = () => attached.out().slice(attached.out().indexOf("How many? (a number")).includes("J› \r");
  await until("the field", count);
  attached.type("3\r");
  await until("the second answer to arrive", () => cli.heard().length === 2);
  expect(cli.heard()[1]).toMatchObject({ option: "accept", content: { colour: "green", count: 3 } });
  attached.type("\x03");
  await attached.result;
});
