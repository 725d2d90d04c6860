// What is typed in an open session while an agent asks: what answers, what stays in the line, and what reaches the agent.
import { expect, test } from "vitest";
import { until } from "../kit/until.ts";
import { asks, cliDaemon } from "./cli-daemon.ts";

const ANSWER = "answer 1|2|3|4|5 › ";

/** A session that is open in a terminal while its agent works. */
async function openSession() {
  const { daemon, start } = await cliDaemon();
  const { session, agent } = await daemon.working("go");
  let nowMs = Date.now();
  const attach = (wrote?: (out: string) => void) =>
    start(["attach", session.slice(0, 8), "--no-color"], {
      ...{ isTerminal: true, now: () => nowMs },
      ...(wrote ? { wrote } : {}),
    });
  const attached = attach();
  const later = (ms: number): void => {
    nowMs += ms;
  };
  let from = 0;
  /** Waits for text after what was seen last. */
  const sees = async (text: string): Promise<void> => {
    const at = await until(text, () => attached.out().indexOf(text, from) + 1, 4_000).catch((error) => {
      throw new Error(`${error.message}; it wrote: ${JSON.stringify(attached.out().slice(from))}`);
    });
    from = at - 1 + text.length;
  };
  await sees("queue › ");
  const answers = () => agent.heard.filter(({ said }) => said === "answer");
  const queued = async () => (await daemon.client.session(session)).state.prompt.queue.map(({ text }) => text);
  const ask = async (id: string, command: string): Promise<void> => {
    agent.say(asks(id, command));
    await sees(`needs you: Run \`${command}\``);
  };
  const leave = async () => {
    attached.type("\x03");
    return attached.result;
  };
  const { type, out } = attached;
  return { daemon, session, agent, type, sees, answers, queued, ask, leave, later, out, attach };
}

/** The row as it is drawn with this in the line. */
const row = (label: string, text: string): string => `${label}${text}\r`;

test.for(["1. then run the linter", "no problem, go on", "1", "y"])(
  "%j that was begun before the question never answers it, and can still be queued",
  async (line) => {
    const { type, sees, answers, queued, ask, leave, agent } = await openSession();
    type(line.slice(0, 1));
    await sees(row("queue › ", line.slice(0, 1)));
    await ask("q1", "touch danger");
    await sees(row("draft › ", line.slice(0, 1)));
    type(`${line.slice(1)}\r`);
    await sees("not sent: ");
    expect([answers(), await queued()]).toEqual([[], []]);
    await sees(row("draft › ", line));
    await sees("Enter again sends it");
    type("\r");
    await until("the prompt", async () => (await queued()).length === 1);
    expect(await queued()).toEqual([line]);
    await sees(row(ANSWER, ""));
    type("1\r");
    await until("the answer", () => answers().length === 1);
    expect([answers(), agent.prompts]).toMatchObject([[{ permission: "q1", option: "yes" }], ["go"]]);
    await leave();
  },
);

test("only a whole answer answers; what is none stays in the line", async () => {
  const { type, sees, answers, queued, ask, leave } = await openSession();
  await ask("q1", "touch danger");
  for (const line of [
    "1. then run the linter",
    "yes, and also update the docs",
    "y and n",
    "allow it",
    "no problem, go on",
    "no thanks because",
    "n it is too slow",
    "nice work",
    "ok",
    "what does this do?",
    "11",
    "01",
    "Allow once",
    "session",
    "n:",
  ]) {
    await sees(row(ANSWER, ""));
    type(`${line}\r`);
    await sees("not an answer: ");
    await sees(row(ANSWER, line));
    type("\x15");
  }
  expect([answers(), await queued()]).toEqual([[], []]);
  await leave();
});

test("each form of an answer is heard as it was meant", async () => {
  const { type, sees, answers, ask, leave } = await openSession();
  const forms = [
    ["1", { option: "yes", message: null }],
    [" y ", { option: "yes", message: null }],
    ["YES", { option: "yes", message: null }],
    ["n", { option: "no", message: null }],
    ["4", { option: "no", message: null }],
    ["n because it is not needed", { option: "no", message: "because it is not needed" }],
    ["no, because of this", { option: "no", message: "because of this" }],
    ["n: use the test database", { option: "no", message: "use the test database" }],
    ["deny: not now", { option: "no", message: "not now" }],
  ] as const;
  for (const [index, [line, heard]] of forms.entries()) {
    await ask(`q${index + 1}`, `touch ${index + 1}`);
    await sees(row(ANSWER, ""));
    type(`${line}\r`);
    await until("the answer", () => answers().length === index + 1);
    expect(answers()[index]).toMatchObject({ permission: `q${index + 1}`, ...heard });
  }
  await leave();
});

test("keys that come together with the question, or before it can be read, answer nothing", async () => {
  const { type, sees, answers, queued, agent, leave } = await openSession();
  agent.say(asks("q1", "touch danger"));
  await sees("needs you: Run");
  // The question is on the screen since this very moment.
  type("1\r");
  await sees("not sent: ");
  expect([answers(), await queued()]).toEqual([[], []]);
  await leave();
});

test.for([true, false])(
  "keys that come before the session is on the screen send and answer nothing (a question is open: %s)",
  async (isAsked) => {
    const { daemon, start } = await cliDaemon();
    const { session, agent } = await daemon.working("go");
    if (isAsked) agent.say(asks("q1", "touch danger"));
    if (isAsked) await daemon.ofType(session, "permission");
    const attached = start(["attach", session.slice(0, 8), "--no-color"], { isTerminal: true });
    attached.type("1\r");
    const label = isAsked ? "draft › 1\r" : "queue › 1\r";
    await until(label, () => attached.out().includes(label));
    expect((await daemon.client.session(session)).state.prompt.queue).toEqual([]);
    expect(agent.heard.filter(({ said }) => said === "answer")).toEqual([]);
    attached.type("\r");
    if (isAsked) await until("the reason", () => attached.out().includes("not sent: a question is open"));
    else await until("the prompt", async () => (await daemon.client.session(session)).state.prompt.queue.length === 1);
    attached.type("\x03");
    await attached.result;
  },
);

test("a draft is put aside with Tab, and comes back when the question is answered", async () => {
  const { type, sees, answers, queued, ask, leave, later } = await openSession();
  type("half a pro");
  await ask("q1", "touch danger");
  await sees(row("draft › ", "half a pro"));
  type("\t");
  await sees(row(ANSWER, ""));
  type("4\r");
  await until("the answer", () => answers().length === 1);
  await sees(row("queue › ", "half a pro"));
  later(1_000);
  type("mpt\r");
  await until("the prompt", async () => (await queued()).length === 1);
  expect([answers(), await queued()]).toMatchObject([[{ option: "no" }], ["half a prompt"]]);
  await leave();
});

test("a draft that was put aside is not in the way of the next question either, and is back at the end", async () => {
  const { type, sees, answers, ask, leave } = await openSession();
  type("update the docs");
  await ask("q1", "touch one");
  await sees(row("draft › ", "update the docs"));
  type("\t");
  await sees(row(ANSWER, ""));
  for (const [index, id] of ["q1", "q2", "q3"].entries()) {
    type("y\r");
    await until("the answer", () => answers().length === index + 1);
    await sees(row("queue › ", "update the docs"));
    if (id === "q3") break;
    await ask(`q${index + 2}`, `touch ${index + 2}`);
    await sees("draft, back with Tab: update the docs");
    await sees(row(ANSWER, ""));
  }
  await leave();
});

test("an answer that comes too early is not glued to the one that is typed again", async () => {
  const { type, sees, answers, queued, ask, leave } = await openSession();
  for (const index of [1, 2, 3]) {
    await ask(`q${index}`, `touch ${index}`);
    type("y\ry\r");
    await sees("not sent: a question is open, and you began this line before it was shown");
    await sees("not sent: a question is open, and you began this line before it was shown");
    await sees("Enter again sends it");
    await sees(row("draft › ", "y"));
    type("y\r");
    await until("the answer", () => answers().length === index);
  }
  expect([answers().every((one) => "option" in one && one.option === "yes"), await queued()]).toEqual([true, []]);
  await leave();
});

test("while Enter queues nothing, no row says that it does", async () => {
  const { type, sees, ask, leave, daemon, session, out } = await openSession();
  await ask("q1", "touch danger");
  await sees(row(ANSWER, ""));
  type("1");
  await sees(row(ANSWER, "1"));
  const from = out().length;
  await daemon.newClient("web").answer(session, "q1", { option: "no" });
  await sees(row("draft › ", "1"));
  expect(out().slice(from)).not.toContain("busy: Enter queues");
  type("\x15");
  await sees("busy: Enter queues");
  await leave();
});

test("an answer to a question that somebody else settled is not sent to the agent, until Enter is pressed again", async () => {
  const { type, sees, answers, queued, ask, leave, daemon, session } = await openSession();
  await ask("q1", "touch danger");
  await sees(row(ANSWER, ""));
  type("1");
  await sees(row(ANSWER, "1"));
  await daemon.newClient("web").answer(session, "q1", { option: "no" });
  await sees("answered: Deny · by web");
  await sees(row("draft › ", "1"));
  type("\r");
  await sees("not sent: the question that it was typed for was answered by web");
  expect([answers().length, await queued()]).toEqual([1, []]);
  await sees("Enter again sends it");
  type("\r");
  await until("the prompt", async () => (await queued()).length === 1);
  expect(await queued()).toEqual(["1"]);
  await leave();
});

const SETTLED = "not sent: that question is no longer open; press Enter again to send it as a prompt";

test("keys for a question that somebody else has just settled send nothing, and no draft that comes back", async () => {
  const { type, sees, queued, ask, leave, daemon, session } = await openSession();
  type("delete everything in (");
  await ask("q1", "touch danger");
  await sees(row("draft › ", "delete everything in ("));
  type("\t");
  await sees(row(ANSWER, ""));
  await daemon.newClient("web").answer(session, "q1", { option: "no" });
  await sees(row("queue › ", "delete everything in ("));
  type("1\r");
  await sees(SETTLED);
  expect(await queued()).toEqual([]);
  await sees("Enter again sends it");
  type("\r");
  await until("the prompt", async () => (await queued()).length === 1);
  expect(await queued()).toEqual(["delete everything in (1"]);
  await leave();
});

test("a second Enter behind an answer does not send the draft that comes back; a later one does", async () => {
  const { type, sees, answers, queued, ask, leave, later } = await openSession();
  for (const index of [1, 2]) {
    type(`draft ${index}`);
    await ask(`q${index}`, "touch danger");
    await sees(row("draft › ", `draft ${index}`));
    type("\t");
    await sees(row(ANSWER, ""));
    type("1\r");
    await until("the answer", () => answers().length === index);
    await sees(row("queue › ", `draft ${index}`));
    later(index === 1 ? 900 : 1_000);
    type("\r");
    if (index === 1) await sees(SETTLED);
    else await until("the prompt", async () => (await queued()).length === 1);
    type("\x15");
  }
  expect(await queued()).toEqual(["draft 2"]);
  await leave();
});

test.for(["1", "y", "n: too slow"])("%j after a question was settled is sent by a second Enter alone", async (line) => {
  const { type, sees, queued, ask, leave, daemon, session, later } = await openSession();
  await ask("q1", "touch danger");
  await sees(row(ANSWER, ""));
  await daemon.newClient("web").answer(session, "q1", { option: "no" });
  await sees(row("queue › ", ""));
  later(5_000);
  type(`${line}\r`);
  await sees(SETTLED);
  expect(await queued()).toEqual([]);
  type("\x15run the tests\r");
  await until("the prompt", async () => (await queued()).length === 1);
  type(`${line}\r`);
  await until("the prompt", async () => (await queued()).length === 2);
  expect(await queued()).toEqual(["run the tests", line]);
  await leave();
});

test("an answer to one question never answers the next one", async () => {
  const { type, sees, answers, queued, ask, leave, daemon, session } = await openSession();
  await ask("q1", "ls");
  await sees(row(ANSWER, ""));
  type("1");
  await sees(row(ANSWER, "1"));
  await daemon.newClient("web").answer(session, "q1", { option: "no" });
  await ask("q2", "rm -rf ~");
  await sees(row("draft › ", "1"));
  type("\r");
  await sees("not sent: ");
  expect([answers().map((one) => "permission" in one && one.permission), await queued()]).toEqual([["q1"], []]);
  type("\x15");
  await sees(row(ANSWER, ""));
  type("4\r");
  await until("the answer", () => answers().length === 2);
  expect(answers()[1]).toMatchObject({ permission: "q2", option: "no" });
  await leave();
});

test("a yes for a question that somebody else settled does not allow the one that took its place, though others can answer that", async () => {
  const { sees, type, answers, ask, agent, leave, attach, out } = await openSession();
  let shownToBoth: boolean | null = null;
  const other = attach((seen) => {
    // The one who has answered may answer again.
    if (shownToBoth !== null || !seen.includes(row(`Run \`rm -rf ~\` › ${ANSWER}`, ""))) return;
    shownToBoth = out().includes("needs you: Run `rm -rf ~`");
    type("1\r");
  });
  await ask("q1", "ls");
  await sees(row(ANSWER, ""));
  await until("the question", () => other.out().includes(row(ANSWER, "")));
  agent.say(asks("q2", "rm -rf ~"));
  other.type("4\r");
  await until("the next question", () => shownToBoth);
  await sees("not sent: a question is open, and you began this line before it was shown");
  expect(answers()).toMatchObject([{ permission: "q1", option: "no" }]);
  type("\x15");
  await sees(row(ANSWER, ""));
  type("1\r");
  await until("the answer", () => answers().length === 2);
  other.type("\x03");
  await Promise.all([leave(), other.result]);
});

test("a rule for the project is kept only by a yes that was typed when the rule was asked about", async () => {
  const { type, sees, answers, ask, leave } = await openSession();
  await ask("q1", "npm test");
  await sees(row(ANSWER, ""));
  type("3\ry\r");
  await sees("not sent: ");
  await sees("Tab puts it aside to answer: keep this rule for the directory? [y/N]");
  expect(answers()).toEqual([]);
  type("\x15");
  await sees(row("keep this rule for the directory? [y/N] ", ""));
  type("y\r");
  await until("the answer", () => answers().length === 1);
  await leave();
});

test("several lines are never an answer, however they begin", async () => {
  const { type, sees, answers, queued, ask, leave } = await openSession();
  await ask("q1", "touch danger");
  await sees(row(ANSWER, ""));
  type("\x1b[200~1\nthen this\x1b[201~\r");
  await sees("not an answer: ");
  expect([answers(), await queued()]).toEqual([[], []]);
  await leave();
});

test("what was not sent is said when the person leaves", async () => {
  const { type, sees, ask, leave, out } = await openSession();
  type("half a prompt");
  await ask("q1", "touch danger");
  await sees(row("draft › ", "half a prompt"));
  type("\t");
  await sees(row(ANSWER, ""));
  type("n: no");
  await sees(row(ANSWER, "n: no"));
  await leave();
  expect(out()).toContain("not sent: n: no\nnot sent: half a prompt\n");
});
