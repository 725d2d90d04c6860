// What the driver makes of the runner's lines.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Fact } from "../../../src/agents/index.ts";
import { contextFor } from "../../contracts/recording.ts";
import { end, Life, ready, repl, text } from "./tool.ts";

const fresh = contextFor("r1").newNativeId;
const completed: Fact = { type: "turn_end", reason: "completed" };
const typesOf = (facts: readonly Fact[]) => facts.map(({ type }) => type);
const noticesIn = (facts: readonly Fact[]) => facts.flatMap((fact) => (fact.type === "notice" ? [fact.data.text] : []));

const named = 'session_id_flag = "--id"\nresume_flag = "--resume"';
const told = 'session_id_json_path = "id"\nresponse_json_path = "answer"\nresume_flag = "--resume"';

test("a process per prompt: what it says is a message, its end the end of the turn", () => {
  const life = new Life(named);
  expect(life.say(ready)).toEqual([]);
  expect(life.say(text("one"))).toEqual([
    { type: "bound", nativeId: fresh, provenance: "assigned" },
    { type: "agent_message", data: { messageId: "r1-1", text: "one" } },
  ]);
  expect(life.say(text("two", 2))).toEqual([{ type: "agent_message", data: { messageId: "r1-2", text: "two" } }]);
  expect(life.say(end(0))).toEqual([completed]);
  expect(life.say(end(0), end(1))).toEqual([]);
});

test("[A-29] the name that the tool tells is the conversation's, also when it is another one than before", () => {
  const life = new Life(told);
  expect(life.say(ready, { type: "session", id: "s1" })).toEqual([
    { type: "bound", nativeId: "s1", provenance: "reported" },
  ]);
  expect(life.say({ type: "session", id: "s1" })).toEqual([]);
  const later = new Life(told, { nativeId: "s1" });
  expect(later.say(ready, { type: "session", id: "s2" })).toEqual([
    { type: "bound", nativeId: "s2", provenance: "reported" },
  ]);
  const silent = new Life(told, { nativeId: "s1" });
  expect(silent.say(ready, end(0))).toEqual([{ type: "bound", nativeId: "s1", provenance: "reported" }, completed]);
});

test("a tool that does not tell the name that it should tell says so", () => {
  const facts = new Life(told).say(ready, text("hm"), end(0));
  expect(noticesIn(facts)).toEqual([
    "mine did not report the name of its conversation, so the next prompt starts a new one.",
  ]);
  expect(typesOf(facts)).toEqual(["agent_message", "notice", "turn_end"]);
});

test("[A-30] each prompt of a tool without resume is a new conversation, which is said once", () => {
  const first = new Life("").say(ready, text("x"), end(0));
  expect(noticesIn(first)).toEqual([
    "Each prompt is a new conversation for mine: config.toml has no resume_flag for it.",
  ]);
  const bound = first.find(({ type }) => type === "bound");
  expect(bound).toEqual({ type: "bound", nativeId: `unnamed-${fresh}`, provenance: "assigned" });
  expect(noticesIn(new Life("", { nativeId: `unnamed-${fresh}` }).say(ready, text("x"), end(0)))).toEqual([]);
});

test("a failed process fails the turn with its last words; a conversation that never began is not gone on with", () => {
  const facts = new Life(named).say(ready, end(3, "loading\nno key set\n"));
  expect(facts).toEqual([
    {
      type: "error",
      data: {
        code: "agent_error",
        message: "mine ended with exit code 3: loading no key set",
        hint: "check whether it works without Skein; if it does, correct tools.mine in config.toml",
      },
    },
    { type: "turn_end", reason: "failed", error: "mine ended with exit code 3: loading no key set" },
  ]);
  const killed = new Life(named).say(ready, { type: "end", code: null, signal: "SIGSEGV", stderr: "" });
  expect(killed.at(-1)).toMatchObject({ reason: "failed", error: "mine was ended by SIGSEGV" });
});

test("[A-29] a failure that the tool itself tells counts, unless an answer comes after it", () => {
  const failed: Parameters<Life["say"]>[0] = { type: "failed", text: "no such model" };
  expect(new Life(named).say(ready, failed, end(0)).at(-1)).toEqual({
    type: "turn_end",
    reason: "failed",
    error: "no such model",
  });
  expect(new Life(named).say(ready, failed, text("after all"), end(0)).at(-1)).toEqual(completed);
  const quota = new Life(named).say(ready, { type: "failed", text: "You've hit your usage limit." }, end(1));
  expect(quota).toEqual([
    { type: "quota_reached", data: { until: null, text: "You've hit your usage limit." } },
    { type: "turn_end", reason: "limit", error: "You've hit your usage limit." },
  ]);
});

test.for([
  "No conversation found with session ID: n1",
  "Error: thread/resume failed: no rollout found for thread id n1 (code -32600)",
  "Error: No session, task, or name matched 'n1'.\n\nTo resume by name: --resume=<name>",
  'Error resuming session: Invalid session identifier "n1".\n  Searched in chats.',
  "Error: Session not found",
  "No session found matching 'n1'",
])("a conversation that is gone is a failed resume: %s", (stderr) => {
  const [failed, ended] = new Life(named, { nativeId: "n1" }).say(ready, end(1, stderr));
  expect(failed).toMatchObject({ type: "resume_failed", hint: "start a new session: skein new" });
  expect(ended).toMatchObject({ type: "turn_end", reason: "failed" });
  // Not for a conversation that just begins, not after an answer, and not for any other failure.
  expect(typesOf(new Life(named).say(ready, end(1, stderr)))).toEqual(["error", "turn_end"]);
  expect(typesOf(new Life(named, { nativeId: "n1" }).say(ready, text("x"), end(1, stderr))).slice(-2)).toEqual([
    "error",
    "turn_end",
  ]);
  expect(typesOf(new Life(named, { nativeId: "n1" }).say(ready, end(1, "no network")))).toEqual(["error", "turn_end"]);
});

test("a tool that can't be started is an error that is not tried again by itself", () => {
  const facts = new Life("").say({ type: "unfit", text: "mine could not be started: no" }, end(1));
  expect(facts).toMatchObject([
    { type: "error", data: { code: "start_failed", message: "mine could not be started: no" } },
    { type: "turn_end", reason: "failed", error: "mine could not be started: no" },
  ]);
});

test("[A-29] a long-lived tool is ready when it shows its prompt; it has answered when it shows it again", () => {
  const life = new Life(repl);
  const bound: Fact = { type: "bound", nativeId: `unnamed-${fresh}`, provenance: "assigned" };
  const banner: Fact = { type: "notice", data: { kind: "banner", text: "Repl 1.0" } };
  expect(life.say({ type: "ready", banner: "Repl 1.0\n" })).toEqual([bound, banner]);
  life.deliver();
  // A rest from before it had the prompt.
  expect(life.say({ type: "rest", taken: 0 })).toEqual([]);
  expect(life.say(text("4\n"), { type: "rest", taken: 1 }, { type: "rest", taken: 1 })).toEqual([
    { type: "agent_message", data: { messageId: "r1-1", text: "4\n" } },
    completed,
  ]);
  expect(life.say(text("\n", 2), { type: "rest", taken: 1 })).toEqual([]);
  // It speaks by itself.
  expect(typesOf(life.say(text("by the way", 2), { type: "rest", taken: 1 }))).toEqual(["agent_message", "turn_end"]);
  expect(life.writes).toEqual([{ type: "prompt", text: "go" }]);
});

test("a long-lived tool that can't resume says that it begins anew, each time it is started again", () => {
  const anew = ["mine starts a new conversation: it knows nothing of the earlier one."];
  expect(noticesIn(new Life(repl).say(ready))).toEqual([]);
  expect(noticesIn(new Life(repl, { nativeId: `unnamed-${fresh}` }).say(ready))).toEqual(anew);
  const resuming = `${repl}session_id_env = "ID"`;
  expect(new Life(resuming, { nativeId: "n1" }).say(ready)).toEqual([
    { type: "bound", nativeId: "n1", provenance: "assigned" },
  ]);
});

test("[A-16] [A-19] a captured name is the conversation's; without one the tool starts fresh, and says so", () => {
  const capture = `${repl}output_format_flag = "--json"\nsession_id_json_path = "id"\nresume_flag = "-r"\ncapture_resume = true`;
  expect(new Life(capture).say({ type: "session", id: "s1" }, ready)).toEqual([
    { type: "bound", nativeId: "s1", provenance: "reported" },
  ]);
  const why = "it did not answer";
  expect(new Life(capture).say({ type: "notice", kind: "capture_failed", text: why }, ready)).toEqual([
    { type: "notice", data: { kind: "capture_failed", text: why } },
    { type: "bound", nativeId: "unnamed-r1", provenance: "assigned" },
  ]);
});

test("an interrupt is said once there is a turn, and ends it", () => {
  const life = new Life(repl);
  life.say(ready);
  life.interrupt();
  expect(life.writes).toEqual([]);
  life.deliver();
  life.interrupt();
  expect(life.writes.at(-1)).toEqual({ type: "interrupt" });
  expect(life.say({ type: "rest", taken: 1 })).toEqual([{ type: "turn_end", reason: "interrupted" }]);
  life.deliver();
  life.interrupt();
  // The session closes the turn of a tool that dies of it.
  expect(life.say(end(130))).toEqual([]);
});

test("a long-lived tool that dies says why; whether its turn has failed is the session's to say", () => {
  const life = new Life(repl);
  life.say(ready);
  life.deliver();
  expect(life.say(end(2, "segfault"), end(2))).toMatchObject([
    { type: "error", data: { code: "agent_error", message: "mine ended with exit code 2: segfault" } },
  ]);
  expect(new Life(repl).say(end(0))).toMatchObject([{ type: "error", data: { code: "start_failed" } }]);
});

test("line breaks in a prompt for a tool that takes lines become blanks, with a notice, or stand between the tool's own marks", () => {
  const life = new Life(repl);
  life.say(ready);
  expect(noticesIn(life.deliver({ promptId: "p1", text: "one\n\n  two\r\nthree" }))).toHaveLength(1);
  // Node's own readline ends a line there, too.
  expect(noticesIn(life.deliver({ promptId: "p2", text: "one\u2028/run x\u2029/run y" }))).toHaveLength(1);
  expect(life.writes).toEqual([
    { type: "prompt", text: "one two three" },
    { type: "prompt", text: "one /run x /run y" },
  ]);
  const marked = new Life(`${repl}multiline_marks = ['"""', '"""']`);
  marked.say(ready);
  expect(marked.deliver({ promptId: "p1", text: "one\ntwo" })).toEqual([]);
  expect(marked.deliver({ promptId: "p2", text: "one" })).toEqual([]);
  expect(marked.writes).toEqual([
    { type: "prompt", text: '"""one\ntwo"""' },
    { type: "prompt", text: "one" },
  ]);
});

test.for([
  [
    "the closing mark",
    'explain:\n"""Runs it:\n/run x\n"""\nreturn',
    'explain: """Runs it: /run x """ return',
    '"""',
    '"""',
  ],
  ["the opening mark", "see\n<< and\n/run x", "see << and /run x", "<<", ">>"],
  ["the beginning of the closing mark at its end", 'say\n"', 'say "', '""', '""'],
] as const)(
  "a prompt that holds %s goes as one line, with a notice: nothing of it is a line of its own",
  ([, text, line, open, close]) => {
    const marked = new Life(`${repl}multiline_marks = ['${open}', '${close}']`);
    marked.say(ready);
    expect(noticesIn(marked.deliver({ promptId: "p1", text }))).toEqual([
      "The prompt contains one of the tool's own marks (multiline_marks), so its line breaks were sent as spaces.",
    ]);
    expect(marked.writes).toEqual([{ type: "prompt", text: line }]);
  },
);

test.for([
  ["/run touch x", "\u200b/run touch x"],
  ["  !ls", "\u200b  !ls"],
  ["\n/run x", "\u200b /run x"],
  ['"""open', '\u200b"""open'],
  ["write a/b", "write a/b"],
  ["écris", "écris"],
] as const)("a text is no command of a tool that takes lines, whatever it begins with: %j", ([text, line]) => {
  const life = new Life(repl);
  life.say(ready);
  life.deliver({ promptId: "p1", text });
  expect(life.writes).toEqual([{ type: "prompt", text: line }]);
});

test("a text between marks is no command either, nor one that begins with the mark itself", () => {
  const marked = new Life(`${repl}multiline_marks = ["BEGIN", "END"]`);
  marked.say(ready);
  marked.deliver({ promptId: "p1", text: "/run x\nand y" });
  marked.deliver({ promptId: "p2", text: "BEGIN with it" });
  expect(marked.writes).toEqual([
    { type: "prompt", text: "BEGIN\u200b/run x\nand yEND" },
    { type: "prompt", text: "\u200bBEGIN with it" },
  ]);
});

test("a command of the tool's own reaches it as it was typed", () => {
  const marked = new Life(`${repl}multiline_marks = ['"""', '"""']`);
  marked.say(ready);
  marked.deliver({ promptId: "p1", text: "/run x", isCommand: true });
  expect(marked.writes).toEqual([{ type: "prompt", text: "/run x" }]);
  expect([marked.driver.capabilities.commands, new Life(named).driver.capabilities.commands]).toEqual([true, false]);
});

test("files are named in the prompt", () => {
  const file = { name: "a.txt", mediaType: "text/plain", bytes: 3, path: "/files/a.txt", base64: () => "" };
  const { driver } = new Life("");
  expect(driver.stdin({ promptId: "p1", text: "read it", files: [file] })).toBe(
    "Files attached to this message:\n- a.txt (text/plain): /files/a.txt\n\nread it",
  );
  expect(driver.stdin({ promptId: "p1", text: "-x\n" })).toBe("-x\n");
});

test("it reads any line at any moment, and what it can't read is shown", () => {
  const lives = [new Life(named), new Life(repl)].flatMap((life) => {
    const states = [life.state];
    for (const line of [ready, text("x")]) {
      life.say(line);
      states.push(life.state);
    }
    return states.map((state) => ({ driver: life.driver, state }));
  });
  fc.assert(
    fc.property(fc.constantFrom(...lives), fc.oneof(fc.string(), fc.json()), ({ driver, state }, line) => {
      const { facts } = driver.read(state, line);
      expect(facts).toMatchObject([{ type: "notice", data: { kind: "unreadable_line" } }]);
    }),
  );
});
