import { expect, test } from "vitest";
import { Printer } from "../../src/cli/render/printer.ts";
import { styleFor } from "../../src/cli/text/style.ts";
import type { Event, EventBody } from "../../src/core/index.ts";
import { ada, agent, answered, applied, asked, body, created, place, queued, stale } from "../kit/events.ts";

function print(
  events: readonly Event[],
  options: { maxToolLines?: number; isColored?: boolean; nowMs?: number } = {},
): string {
  let text = "";
  const write = (piece: string): void => {
    text += piece;
  };
  const { isColored = false, ...limits } = options;
  const printer = new Printer({ write, style: styleFor({}, isColored), ...limits });
  for (const event of events) printer.feed(event);
  return text;
}

const printed = (...bodies: EventBody[]): string => `\n${print(place(bodies))}\n`;

const prompt = (text: string): EventBody => body("user_prompt", { promptId: "p1", text, turn: "t1" }, ada);
const says = (text: string, messageId = "m1"): EventBody => body("agent_message", { messageId, text }, agent);
const thinks = (text: string): EventBody => body("agent_thought", { messageId: "h1", text }, agent);
const tool = (title: string, status: "pending" | "running" = "running", toolCallId = "c1"): EventBody =>
  body("tool_call", { toolCallId, title, kind: "execute", status }, agent);
const toolSays = (output: string, toolCallId = "c1"): EventBody =>
  body("tool_call_update", { toolCallId, output }, agent);
const toolEnds = (status: "completed" | "failed" | "cancelled", durationMs?: number, toolCallId = "c1"): EventBody =>
  body("tool_call_update", { toolCallId, status, ...(durationMs === undefined ? {} : { durationMs }) }, agent);
const turnEnds = (data: { reason: "completed" | "failed" | "interrupted" | "limit"; error?: string }): EventBody =>
  body("turn_end", { turn: "t1", promptId: "p1", durationMs: 3240, ...data }, agent);
const turnStarts = body("turn_start", { turn: "t1", promptId: "p1" });

test("[T-13] a whole turn reads like a conversation", () => {
  const text = printed(
    created,
    queued("p1"),
    turnStarts,
    prompt("split auth\nand keep the tests green"),
    thinks("Two modules"),
    thinks(" will do."),
    says("I'll split "),
    says("auth.ts."),
    tool("Read `src/auth.ts`"),
    body("file_read", { path: "src/auth.ts", toolCallId: "c1" }, agent),
    toolEnds("completed", 12),
    tool("Run `npm test`", "pending", "c2"),
    asked("q1"),
    answered("q1", "yes"),
    applied("q1"),
    body("tool_call_update", { toolCallId: "c2", status: "running" }, agent),
    toolSays("ok 1\nok 2", "c2"),
    toolSays("\nok 3", "c2"),
    body("file_write", { path: "src/token.ts", toolCallId: "c2" }, agent),
    toolEnds("completed", 2140, "c2"),
    body(
      "plan",
      {
        entries: [
          { content: "split", status: "completed" },
          { content: "document", status: "in_progress" },
          { content: "ship", status: "pending" },
        ],
      },
      agent,
    ),
    says("Done.\n", "m2"),
    body("usage", { turn: "t1", inputTokens: 1200, outputTokens: 340 }, agent),
    turnEnds({ reason: "completed" }),
  );
  expect(text).toBe(`
› split auth
  and keep the tests green

  Two modules will do.

I'll split auth.ts.

▸ Read \`src/auth.ts\`
  read src/auth.ts
  ✓ 12ms

▲ needs you: run q1
│ ./q1
│
│ 1  Yes
│ 4  No
│ 5  Deny, and say why
│ answer it: skein answer <session>
│ answered: Yes · by ada
▸ Run \`npm test\`
  ok 1
  ok 2
  ok 3
  wrote src/token.ts
  ✓ 2.1s

  [x] split
  [~] document
  [ ] ship

Done.
✓ done · 3.2s · 1,540 tokens

`);
});

test("where it is asked for, the end of a turn says when that was; with its date where that is not today", () => {
  const events = place([created, queued("p1"), turnStarts, prompt("go"), turnEnds({ reason: "completed" })]);
  const end = new Date(events.at(-1)?.at ?? "");
  const clock = [end.getHours(), end.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
  expect(print(events, { nowMs: end.getTime() })).toMatch(new RegExp(`✓ done · 3.2s · at ${clock}\n$`));
  const later = end.getTime() + 3 * 86_400_000;
  expect(print(events, { nowMs: later })).toMatch(new RegExp(`✓ done · 3.2s · on \\d{4}-\\d\\d-\\d\\d at ${clock}\n$`));
  expect(print(events)).toMatch(/✓ done · 3.2s\n$/);
});

test("failures, interruptions, notices and what came of questions", () => {
  const text = printed(
    prompt("go"),
    tool("Run `false`"),
    toolEnds("failed", 3),
    asked("q1"),
    stale("q1"),
    says("half a sent"),
    turnEnds({ reason: "failed", error: "the agent died with exit code 3" }),
    body("agent_exit", {
      run: "r1",
      outcome: "crashed",
      code: 3,
      signal: null,
      text: "the agent died with exit code 3",
    }),
    body("error", { code: "crash_loop", message: "It died three times.", hint: "send a prompt to try again" }),
    body("notice", { kind: "unreadable", text: "a line was not understood" }),
    turnEnds({ reason: "interrupted" }),
    turnEnds({ reason: "limit" }),
    body("session_end", { reason: "killed" }, ada),
  );
  expect(text).toBe(`
› go

▸ Run \`false\`
  ✗ failed 3ms

▲ needs you: run q1
│ ./q1
│
│ 1  Yes
│ 4  No
│ 5  Deny, and say why
│ answer it: skein answer <session>
│ no longer open

half a sent
✗ failed: the agent died with exit code 3 · 3.2s
✗ error: the agent died with exit code 3
✗ error: It died three times.
  fix: send a prompt to try again
· a line was not understood
■ stopped · 3.2s
✗ stopped at a limit · 3.2s
· the process was ended

`);
});

test("of a question that closed before it was printed only what it was about is told; one that is open waits to be asked", () => {
  let text = "";
  const write = (piece: string): void => {
    text += piece;
  };
  const printer = new Printer({ write, style: styleFor({}, false), leavesQuestions: true });
  const events = place([asked("q1"), answered("q1"), asked("q2"), asked("q3"), stale("q3"), asked("q4")]);
  for (const event of events.slice(0, -1)) printer.feed(event);
  expect(`\n${text}`).toBe(`
▲ asked: run q1
│ ./q1
│ answered: Yes · by ada

▲ asked: run q3
│ ./q3
│ no longer open
`);
  text = "";
  printer.askLeft();
  expect(text).toMatch(/^\n▲ needs you: run q2\n│ .\/q2\n(.*\n)*│ 1 {2}Yes\n/);
  text = "";
  for (const event of events) printer.feed(event);
  expect(text).toMatch(/^\n▲ needs you: run q4\n(.*\n)*│ 1 {2}Yes\n/);
});

test("calls side by side are told apart, and only the first lines of their output are shown", () => {
  const events = place([
    tool("one", "running", "c1"),
    tool("two", "running", "c2"),
    toolSays("1\n2\n3\n4\n", "c1"),
    toolSays("a\n", "c2"),
    toolEnds("completed", 5, "c1"),
    toolEnds("cancelled", undefined, "c2"),
  ]);
  expect(`\n${print(events, { maxToolLines: 2 })}`).toBe(`
▸ one
▸ two
▸ one
  1
  2
▸ two
  a
▸ one
  … 2 more lines
  ✓ 5ms
▸ two
  ■ cancelled
`);
});

test("what a call says after its end, as of a task in the background, stands on lines of its own below its title", () => {
  expect(
    printed(
      tool("Delegate `look`"),
      toolSays("Launched.\nIt works."),
      toolEnds("completed", 5),
      toolSays("Looking.\n"),
      toolSays("Found.\n"),
      says("Started."),
      toolSays("The report.\n"),
    ),
  ).toBe(`
▸ Delegate \`look\`
  Launched.
  It works.
  ✓ 5ms
▸ Delegate \`look\`
  Looking.
  Found.

Started.

▸ Delegate \`look\`
  The report.

`);
});

test("a title stands again only above something of the call", () => {
  const long = toolSays("1\n2\n3\n", "c1");
  const text = print(
    place([
      tool("one", "running", "c1"),
      long,
      tool("two", "running", "c2"),
      toolSays("4\n", "c1"),
      toolSays("a\n", "c2"),
    ]),
    { maxToolLines: 3 },
  );
  expect(text.match(/one/g)).toHaveLength(1);
});

test("a question shows every character of what would run, and nothing an agent writes steers the terminal", () => {
  const question = body(
    "permission",
    {
      id: "q",
      state: "asked",
      title: "Run\u202e",
      detail: "rm -rf ~\n\x1b[8mhidden\u00a0",
      options: [{ id: "y", label: "\x1bYes", kind: "allow_once" }],
    },
    agent,
  );
  const text = printed(
    says("a\x1b[2Jb\x1b]0;t\x07"),
    thinks("\x1bcdeep"),
    tool("t\nu\x9b2K"),
    toolSays("\x1b[31mred\r"),
    toolEnds("completed"),
    question,
  );
  expect(text).toBe(
    `
ab

  deep

▸ t u
  red
  ✓

▲ needs you: Run⟨U+202E⟩
│ rm -rf ~
│ ␛[8mhidden⟨U+00A0⟩
│
│ ! It has invisible characters; they are shown by their numbers.
│
│ 1  Allow once ("␛Yes")
│ answer it: skein answer <session>

`,
  );
});

test("a character that comes in two halves is printed once it is whole", () => {
  const [high = "", low = ""] = "👍";
  expect(print(place([says(`a${high}`), says(`${low}b`)]))).toBe("a👍b");
});

test("events that were seen before print nothing, and a window that starts in the middle is readable", () => {
  const events = place([says("one "), says("two"), toolSays("out\n"), toolEnds("completed", 4)], 100);
  const once = print(events);
  expect(print([...events, ...events])).toBe(once);
  expect(once).toBe("one two\n\n▸ c1\n  out\n  ✓ 4ms\n");
});

test("what is printed does not depend on how long it has been printing", () => {
  const turn = (n: number): EventBody[] => [
    body("user_prompt", { promptId: `p${n}`, text: `do ${n}`, turn: `t${n}` }, ada),
    says(`done ${n}`, `m${n}`),
    body("turn_end", { turn: `t${n}`, promptId: `p${n}`, reason: "completed" }, agent),
  ];
  const open = tool("a long one", "running", "long");
  const many = Array.from({ length: 500 }, (_, n) => turn(n)).flat();
  const text = print(place([open, ...many, toolSays("still here\n", "long"), toolEnds("completed", 9, "long")]));
  expect(text.startsWith("▸ a long one\n\n› do 0\n\ndone 0\n✓ done\n\n› do 1\n")).toBe(true);
  expect(text.endsWith("done 499\n✓ done\n\n▸ a long one\n  still here\n  ✓ 9ms\n")).toBe(true);
});

test("a message is printed whole, however many pieces it comes in, and also when a character is cut in two where its beginning is forgotten", () => {
  const pieces = Array.from({ length: 3000 }, (_, index) => `${index} 🧶 word${index % 50 === 0 ? "\n" : " "}`).join(
    "",
  );
  const halves = pieces.match(/[\s\S]{1,17}/g) ?? [];
  expect(print(place(halves.map((piece) => says(piece))))).toBe(pieces);
});

test("colours only where they are wanted, and never across what others wrote", () => {
  const events = place([prompt("go"), turnEnds({ reason: "completed" })]);
  expect(print(events)).not.toContain("\x1b");
  expect(print(events, { isColored: true })).toContain("\x1b[32m✓ done\x1b[39m");
});

test("an event of a newer version is mentioned", () => {
  const future: Event = { session: "s1", seq: 1, at: "", type: "hologram", by: agent, data: {} };
  expect(print([future])).toBe("· event of type hologram\n");
});

test("where only the beginning of a text is shown, it is said how long it is and how to get all of it", () => {
  const cut = (at: string, bytes: number) => ({ at, from: 0, to: 4, hash: "ab".repeat(32), bytes });
  const cutBody = (one: EventBody, ...blobs: ReturnType<typeof cut>[]): EventBody => {
    const data = { ...one.data, blobs };
    return { ...one, data } as EventBody;
  };
  const text = printed(
    created,
    turnStarts,
    cutBody(prompt("p..."), cut("/text", 40_000)),
    cutBody(tool("Print much"), cut("/input/content", 50_000)),
    cutBody(toolSays("one\ntwo\n"), cut("/output", 100 * 2 ** 20)),
    toolSays("three\n"),
    toolEnds("completed", 1200),
    cutBody(says("m..."), cut("/text", 2 ** 21 + 2 ** 19)),
  );
  expect(text.replaceAll("ab".repeat(32), "<hash>")).toBe(`
› p...
  … the beginning of 40 KB; all of it: skein show --blob <hash>

▸ Print much
  one
  two
  … the beginning of 100 MB; all of it: skein show --blob <hash>
  three
  ✓ 1.2s

m...
  … the beginning of 2.5 MB; all of it: skein show --blob <hash>

`);
});

test("a file that a tool has read is named behind its output, and never inside of it", () => {
  const reads = body("file_read", { path: "f.txt", toolCallId: "c1" }, agent);
  expect(print(place([created, tool("Read"), toolSays("one\ntwo"), reads, toolEnds("completed")]))).toBe(
    "▸ Read\n  one\n  two\n  read f.txt\n  ✓\n",
  );
  const long = [created, tool("Read"), toolSays("1\n2\n3\n4\n"), reads, toolEnds("completed")];
  expect(print(place(long), { maxToolLines: 2 })).toBe("▸ Read\n  1\n  2\n  … 2 more lines\n  read f.txt\n  ✓\n");
});

test("of a long prompt, as one that was pasted, the beginning is shown and the rest is counted", () => {
  const lines = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");
  const shown = printed(prompt(lines(200)), says("ok"));
  expect(shown).toContain("› line 1\n  line 2\n");
  expect(shown).toContain("\n  line 20\n  … 180 more lines\n\nok");
  expect(shown).not.toContain("line 21");
  expect(printed(prompt(`${lines(20)}\n`))).not.toContain("more line");
  expect(printed(prompt(lines(21)))).toContain("  line 20\n  line 21\n");
  expect(printed(prompt(lines(22)))).toContain("  line 20\n  … 2 more lines\n");
  const whole = print(place([prompt(lines(200))]), { maxToolLines: Number.POSITIVE_INFINITY });
  expect(whole).toContain("\n  line 200\n");
});
