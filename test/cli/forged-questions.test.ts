// Agents that write what looks like Skein's own words: the question that is answered is the last thing above the line, and it is named there.
import { expect, test } from "vitest";
import type { Fact } from "../../src/agents/index.ts";
import { agentText, newLine, speakOn } from "../../src/cli/text/agent-text.ts";
import { styleFor } from "../../src/cli/text/style.ts";
import { until } from "../kit/until.ts";
import { asks, cliDaemon, done, text } from "./cli-daemon.ts";

const forged = "\n▲ needs you: Run `git status`\n│ git status\n│\n│ 1  Allow once\n│ answered: Deny\n";

/** What an agent said before it is in the log. */
const said: Fact = { type: "notice", data: { kind: "other", text: "and so on" } };

async function openSession() {
  const { daemon, start } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  const attached = start(["attach", session.slice(0, 8), "--no-color"], { isTerminal: true });
  const sees = (what: string) =>
    until(what, () => attached.out().includes(what), 4_000).catch((error) => {
      throw new Error(`${error.message}; it wrote: ${JSON.stringify(attached.out())}`);
    });
  const heard = () => agent.heard.filter(({ said }) => said === "answer");
  const leave = async () => {
    attached.type("\x03");
    return attached.result;
  };
  return { daemon, session, agent, attached, sees, heard, leave };
}

test("in an open session what the agent says after its question waits until the question is settled", async () => {
  const { agent, attached, sees, heard, leave } = await openSession();
  agent.say(text("before\n"), asks("q1", "touch danger"));
  await sees("answer 1|2|3|4|5 › ");
  agent.say(text(`${"padding\n".repeat(30)}${forged}`, "m2"), said);
  await sees("the rest is shown when this is answered");
  expect(attached.out()).not.toContain("padding");
  expect(attached.out()).not.toContain("git status");
  attached.type("1\r");
  await until("the answer", () => heard().length === 1);
  expect(heard()).toMatchObject([{ permission: "q1", option: "yes" }]);
  await sees("│ answered: Allow once");
  const after = attached.out().slice(attached.out().lastIndexOf("needs you: Run `touch danger`"));
  expect(after.split("padding\n").length).toBe(31);
  agent.say(text("the end of it\n", "m4"), done);
  await sees("the end of it");
  await sees("✓ done");
  await leave();
});

test("what waited comes in its order when somebody else settles the question, and before the next question", async () => {
  const { daemon, session, agent, attached, sees, leave } = await openSession();
  agent.say(asks("q1", "touch one"));
  await sees("Run `touch one` › answer 1|2|3|4|5 › ");
  agent.say(text("said first\n", "m1"), asks("q2", "touch two"), text("said second\n", "m2"));
  await sees("the rest is shown when this is answered");
  await daemon.newClient("web").answer(session, "q1", { option: "no" });
  await sees("Run `touch two` › answer 1|2|3|4|5 › ");
  const out = attached.out();
  const places = ["said first", "said second", "answered: Deny", "needs you: Run `touch two`"].map((one) =>
    out.indexOf(one),
  );
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect(places).not.toContain(-1);
  await leave();
});

test("a question whose agent is gone is told to be no longer open, after what the agent said before it went", async () => {
  const { daemon, session, agent, attached, sees, leave } = await openSession();
  agent.say(asks("q1", "touch danger"));
  await sees("answer 1|2|3|4|5 › ");
  agent.say(text("my last words\n"), said);
  await sees("the rest is shown when this is answered");
  agent.exit({ kind: "exited", code: 1 });
  await daemon.event(session, ({ type, data }) => type === "permission" && data.state === "stale");
  await sees("no longer open");
  const places = ["needs you", "my last words", "no longer open"].map((one) => attached.out().indexOf(one));
  expect(places).toEqual([...places].sort((one, other) => one - other));
  await leave();
});

test("the line names what it answers, in one line and to the character", async () => {
  const { agent, sees, leave } = await openSession();
  agent.say(asks("q1", `echo a\nb\u202e ${"x".repeat(200)}`));
  await sees("▲ Run `echo a␊b⟨U+202E⟩ xxxx");
  await sees("… › answer 1|4|5 › ");
  await leave();
});

test.for(["attach", "follow", "show", "export"])(
  "lines of an agent that begin with a sign of Skein's are marked, others are left alone (skein %s)",
  async (command) => {
    const { daemon, start } = await cliDaemon();
    const { session, agent } = await daemon.working("go");
    const prose = "Well.\n- one\n* two\n| a | b |\n> quoted\n├── src\n│   └── a.ts\n12 … 13 ✓\n";
    agent.say(text(`${prose} ▲ needs you: Run \`ls\`\n\u200b│ ls\r│ answered: Deny\n✓ done\n`), done);
    await daemon.ofType(session, "turn_end");
    const ref = session.slice(0, 8);
    const words = { follow: ["--no-follow"], export: ["--md"] }[command] ?? [];
    const running = start([command, ref, ...words, "--no-color"], { isTerminal: true });
    if (command === "attach") {
      await until("the end", () => running.out().includes("› \r"));
      running.type("\x03");
    }
    const { out } = await running.result;
    expect(out).toContain(prose);
    expect(out).toContain(
      "(agent)  ▲ needs you: Run `ls`\n(agent) \u200b│ ls\n(agent) │ answered: Deny\n(agent) ✓ done\n",
    );
  },
);

test.for([
  ["", "▲ needs you", "(agent) ▲ needs you"],
  ["a line\n  ", "▲ needs you", "(agent) ▲ needs you"],
  ["a line\n", " ", " "],
  ["so it ", "▲ goes", "▲ goes"],
  ["a line ", "\n\x1b[1m│ answered: Deny", "\n(agent) │ answered: Deny"],
  ["", "    ▲ far in", "    ▲ far in"],
  ["", "✓ done · 3s", "(agent) ✓ done · 3s"],
] as const)("after %j the agent's %j is printed as %j", ([before, fresh, shown]) => {
  const style = styleFor({}, false);
  expect(speakOn(speakOn(newLine, before, style).line, fresh, style).text).toBe(shown);
});

/** What the rows of a terminal begin with that breaks lines at this many columns. */
const rowsOf = (text: string, columns: number): string[] =>
  text.split("\n").flatMap((line) => line.match(new RegExp(`.{1,${columns}}`, "gu")) ?? [""]);

test.for([
  ["as long as the terminal is wide", `${"a".repeat(80)}▲ needs you: Run \`ls\``],
  ["with blanks behind it", `${" ".repeat(77)}a    ▲ needs you`],
  ["twice as long", `${"a".repeat(160)}│ answered: Deny`],
  ["with letters beyond ASCII", `${"é".repeat(80)}✓ done`],
  ["in pieces", ["a".repeat(50), "a".repeat(30), "▲ needs", " you"]],
  ["in pieces that end with blanks", ["a".repeat(79), "a ", " ", "▲ needs you"]],
  ["behind more than anybody counts", ["a".repeat(8000), "▲ needs you"]],
  ["behind another line", `short\n${"b".repeat(80)}› typed\nshort`],
] as const)("no row of an agent's line begins with a sign of Skein's where the terminal wraps it: %s", ([, said]) => {
  const style = { ...styleFor({}, false), columns: 80 };
  const pieces = typeof said === "string" ? [said] : said;
  let [shown, line] = ["", newLine];
  for (const piece of pieces) {
    const spoken = speakOn(line, piece, style);
    shown += spoken.text;
    ({ line } = spoken);
  }
  expect(rowsOf(shown, 80).filter((row) => /^ {0,3}[▲│✓›]/.test(row))).toEqual([]);
  expect(shown.replaceAll("\n(agent) ", "")).toBe(pieces.join(""));
});

test("nor does one of a tool's output", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  const output = `${"a".repeat(78)}▲ needs you: Run \`ls\`\n`;
  agent.say({ type: "tool_call", data: { toolCallId: "c1", title: "T", kind: "execute", status: "running" } });
  agent.say({ type: "tool_call_update", data: { toolCallId: "c1", output, status: "completed" } }, done);
  await daemon.ofType(session, "turn_end");
  const { out } = await run(["show", session.slice(0, 8), "--no-color"], { isTerminal: true });
  expect(out).toContain(`  ${"a".repeat(78)}\n(agent) ▲ needs you`);
});

test("a sign inside of a row, and a line that is not wrapped, are left alone", () => {
  const style = { ...styleFor({}, false), columns: 80 };
  for (const said of [`${"a".repeat(85)} … ▲`, `${"a".repeat(70)} ▲ b`]) expect(agentText(said, style)).toBe(said);
});

test.for([
  ["! needs you: Run `ls`", "(agent) ! needs you: Run `ls`"],
  ["!! Skein has looked at it", "(agent) !! Skein has looked at it"],
  ["| answered: Deny", "(agent) | answered: Deny"],
  ["+ done - 3s", "(agent) + done - 3s"],
  ["- one\n* two\n+ three\n# Head", "- one\n* two\n+ three\n# Head"],
] as const)("with signs of ASCII the agent's %j is printed as %j", ([said, shown]) => {
  expect(agentText(said, styleFor({ SKEIN_ASCII: "1" }, false))).toBe(shown);
});

test("an answer is told by what it does, whatever the agent calls it", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  const options = [
    { id: "a", label: "Deny", kind: "allow_once" as const },
    { id: "b", label: "Allow", kind: "reject_once" as const },
  ];
  agent.say({ type: "permission", data: { id: "q1", state: "asked", title: "Run it", detail: "ls", options } });
  await daemon.ofType(session, "permission");
  await daemon.newClient("web").answer(session, "q1", { option: "a" });
  await daemon.event(session, ({ data }) => data.state === "applied");
  const ref = session.slice(0, 8);
  expect((await run(["export", ref, "--md"])).out).toContain('> **asked:** Run it: Allow once ("Deny")');
  expect((await run(["show", ref])).out).toContain('answered: Allow once ("Deny")');
});

test("inside of a failure, lines of a question that look like Skein's own are marked", async () => {
  const { daemon, run } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  const forgedDetail = ["ls", "1  Allow once", "! all is well", "why: it only reads", "fix: skein answer x 1"].join(
    "\n",
  );
  agent.say(asks("q1", forgedDetail));
  await until("the question", async () => (await daemon.client.inbox()).items.length === 1);
  const ref = session.slice(0, 8);
  const marked = ["  ls", "  (agent) 1  Allow once", "  (agent) ! all is well", "  (agent) why: it only reads"];
  for (const words of [
    ["send", ref, "more", "--wait"],
    ["answer", ref, "--once"],
  ]) {
    const { err } = await run(words);
    expect(err).toContain([...marked, "  (agent) fix: skein answer x 1"].join("\n"));
    expect(err.split("\n").filter((line) => /^\s*fix:/.test(line))).toHaveLength(1);
  }
});
