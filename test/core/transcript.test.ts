// What people read, block by block.
import { describe, expect, test } from "vitest";
import { type Block, type EventBody, emptyTranscript, extendTranscript } from "../../src/core/index.ts";
import {
  ada,
  agent,
  answered,
  applied,
  asked,
  atSecond,
  bob,
  body,
  created,
  delivered,
  ended,
  exited,
  options,
  place,
  queued,
  running,
  said,
  stale,
  workspace,
} from "../kit/events.ts";

const read = (...bodies: EventBody[]): readonly Block[] => extendTranscript(emptyTranscript, place(bodies)).blocks;
const at = (seq: number) => ({ seq, at: atSecond(seq) });
const thought = (messageId: string, text: string) => body("agent_thought", { messageId, text }, agent);
const update = (data: object) => body("tool_call_update", { toolCallId: "c1", ...data }, agent);
const call = body(
  "tool_call",
  { toolCallId: "c1", title: "ls", kind: "execute", status: "running", input: { command: "ls" } },
  agent,
);
const tool = { kind: "tool", toolCallId: "c1", title: "ls", toolKind: "execute", input: { command: "ls" } };

test("shows what the person said, what the agent said, and what its tools gave back", () => {
  expect(
    read(
      ...running,
      thought("m1", "let me look"),
      said("m2", "I "),
      said("m2", "look."),
      call,
      update({ output: "a\n" }),
      body("file_read", { path: "a", toolCallId: "c1" }, agent),
      update({ output: "b\n", status: "completed", durationMs: 12 }),
      said("m2", "Done."),
      body("turn_end", { turn: "t1", promptId: "p1", reason: "completed", durationMs: 99 }, agent),
    ),
  ).toEqual([
    { ...at(6), kind: "prompt", promptId: "p1", text: "do p1", by: ada },
    { ...at(7), kind: "thought", messageId: "m1", text: "let me look" },
    { ...at(8), kind: "message", messageId: "m2", text: "I look." },
    {
      ...at(10),
      ...tool,
      status: "completed",
      output: "a\nb\n",
      durationMs: 12,
      files: [{ path: "a", access: "read" }],
    },
    { ...at(14), kind: "message", messageId: "m2", text: "Done." },
    { ...at(15), kind: "turn_end", turn: "t1", reason: "completed", error: null, durationMs: 99 },
  ]);
});

test("what a call says after its end begins on a line of its own", () => {
  const [block] = read(
    call,
    update({ output: "launched" }),
    update({ status: "completed" }),
    update({ output: "Found." }),
  );
  expect(block).toMatchObject({ output: "launched\nFound.", status: "completed" });
});

describe("a window that starts in the middle", () => {
  test("of a message begins with the piece it has", () => {
    expect(read(said("m1", "second half"))).toEqual([
      { ...at(1), kind: "message", messageId: "m1", text: "second half" },
    ]);
  });

  test("of a tool call shows what is known of it", () => {
    expect(read(update({ output: "b\n" }), update({ status: "failed" }))).toEqual([
      {
        ...at(1),
        ...tool,
        title: "c1",
        toolKind: "other",
        input: null,
        status: "failed",
        output: "b\n",
        durationMs: null,
        files: [],
      },
    ]);
  });

  test("of a file's tool call shows the file by itself", () => {
    expect(read(body("file_write", { path: "a.ts", toolCallId: "c1", bytes: 3 }, agent))).toEqual([
      { ...at(1), kind: "notice", code: "file_write", text: "write a.ts" },
    ]);
  });

  test("of a question leaves it out", () => {
    expect(read(answered("q1"), applied("q1"))).toEqual([]);
  });
});

describe("a question", () => {
  const question = { ...at(1), kind: "permission", id: "q1", title: "run q1", detail: "./q1", options };

  test.for<[string, EventBody[], object]>([
    ["asked", [], { state: "asked", option: null, by: null }],
    ["answered", [answered("q1", "no", bob)], { state: "answered", option: "no", by: bob }],
    ["applied", [answered("q1", "no", bob), applied("q1", "no")], { state: "applied", option: "no", by: bob }],
    ["stale", [stale("q1")], { state: "stale", option: null, by: null }],
  ])("%s is one block, where it was asked", ([, rest, expected]) => {
    expect(read(asked("q1"), ...rest)).toEqual([{ ...question, ...expected }]);
  });

  test("has what is said with it, where it says something", () => {
    const plain = asked("q1");
    if (plain.type !== "permission" || plain.data.state !== "asked") throw new Error("It is no question.");
    const notes = ["description: runs it"];
    expect(read({ ...plain, data: { ...plain.data, notes } })).toMatchObject([{ detail: "./q1", notes }]);
  });
});

test.for<[string, EventBody, object]>([
  [
    "a plan",
    body("plan", { entries: [{ content: "look", status: "completed" }] }, agent),
    { kind: "plan", entries: [{ content: "look", status: "completed" }] },
  ],
  [
    "an error with a hint",
    body("error", { code: "start_failed", message: "no agent", hint: "install it" }),
    { kind: "error", code: "start_failed", text: "no agent", hint: "install it" },
  ],
  ["an error", body("error", { code: "odd", message: "odd" }), { kind: "error", code: "odd", text: "odd", hint: null }],
  ["a notice", body("notice", { kind: "raw", text: "hm", raw: "{" }), { kind: "notice", code: "raw", text: "hm" }],
  ["a crash", exited("r1", "crashed"), { kind: "error", code: "crashed", text: "the agent crashed", hint: null }],
  ["a loss", exited("r1", "lost"), { kind: "error", code: "lost", text: "the agent lost", hint: null }],
  [
    "the end",
    body("session_end", { reason: "killed" }, ada),
    { kind: "notice", code: "ended", text: "the process was ended" },
  ],
  [
    "the session opened again",
    body("session_start", { agent: "demo", workspace, name: null, resumed: true }, ada),
    { kind: "notice", code: "resumed", text: "session opened again" },
  ],
  [
    "an archived session that is back",
    body("unarchived", {}, ada),
    { kind: "notice", code: "unarchived", text: "session unarchived" },
  ],
  [
    "a deleted session that is back",
    body("restored", {}, ada),
    { kind: "notice", code: "restored", text: "session restored from the trash" },
  ],
  [
    "a withdrawn prompt",
    body("prompt_withdrawn", { promptId: "p1", reason: "session killed" }, ada),
    { kind: "notice", code: "withdrawn", text: "a queued prompt was cancelled: session killed" },
  ],
  [
    "a failed turn",
    body("turn_end", { turn: "t1", promptId: "p1", reason: "failed", error: "it died" }),
    { kind: "turn_end", turn: "t1", reason: "failed", error: "it died", durationMs: null },
  ],
  ["a file", body("file_read", { path: "a" }, agent), { kind: "notice", code: "file_read", text: "read a" }],
])("%s is a block", ([, one, expected]) => {
  expect(read(one)).toEqual([{ ...at(1), ...expected }]);
});

test("what is only for programs is no block", () => {
  expect(
    read(
      created,
      queued("p1"),
      body("selected", {}, ada),
      body("acknowledged", { seq: 1 }, ada),
      body("usage", { turn: null, inputTokens: 1, outputTokens: 1 }, agent),
      body("interrupt", { turn: "t1", state: "requested" }, ada),
      exited("r1", "exited"),
      exited("r1", "stopped"),
    ),
  ).toEqual([]);
});

test("an event of a newer version is shown, and breaks a message in two", () => {
  const events = place([said("m1", "a"), { type: "hologram", by: agent, data: { x: 1 } }, said("m1", "b")]);
  expect(extendTranscript(emptyTranscript, events)).toEqual({
    blocks: [
      { ...at(1), kind: "message", messageId: "m1", text: "a" },
      { ...at(2), kind: "notice", code: "unknown_event", text: "event of type hologram" },
      { ...at(3), kind: "message", messageId: "m1", text: "b" },
    ],
    head: 3,
    waiting: [],
    spent: null,
  });
});

test("usage between two pieces does not break the message", () => {
  const usage = body("usage", { turn: null, inputTokens: 1, outputTokens: 1 }, agent);
  expect(read(said("m1", "a"), usage, said("m1", "b"), ended("t1"))).toMatchObject([
    { kind: "message", text: "ab" },
    { kind: "turn_end" },
  ]);
});

test("the words of a withdrawn prompt are shown, as they were at the end", () => {
  const withdrawn = (promptId: string) => body("prompt_withdrawn", { promptId, reason: "cancelled by web" });
  const notices = read(
    body("prompt_queued", { promptId: "p1", text: "first\nsecond line\n" }),
    body("prompt_queued", { promptId: "p2", text: "draft" }),
    body("prompt_edited", { promptId: "p2", text: "final" }),
    body("prompt_edited", { promptId: "p1", held: true }),
    withdrawn("p1"),
    withdrawn("p2"),
    withdrawn("p0"),
  );
  expect(notices.map((block) => (block.kind === "notice" ? block.text : block.kind))).toEqual([
    "a queued prompt was cancelled: cancelled by web\nfirst\nsecond line",
    "a queued prompt was cancelled: cancelled by web\nfinal",
    "a queued prompt was cancelled: cancelled by web",
  ]);
});

describe("the end of a turn says what the turn has used", () => {
  const used = (turn: string | null, inputTokens: number, costUsd?: number) =>
    body("usage", { turn, inputTokens, outputTokens: 1, ...(costUsd === undefined ? {} : { costUsd }) }, agent);
  const usages = (...bodies: EventBody[]) =>
    read(...bodies).flatMap((block) => (block.kind === "turn_end" ? [block.usage] : []));

  test("all that its agent has reported, turn by turn", () => {
    const [first, second] = [delivered("p1", "t1"), delivered("p2", "t2")];
    expect(
      usages(...first, used("t1", 10), used("t1", 5, 0.25), ended("t1"), ...second, used("t2", 7), ended("t2")),
    ).toEqual([
      { inputTokens: 15, outputTokens: 2, costUsd: 0.25 },
      { inputTokens: 7, outputTokens: 1, costUsd: null },
    ]);
  });

  test("and nothing where nothing was reported, or a part of the turn is missing", () => {
    expect(usages(...delivered("p1", "t1"), ended("t1"))).toEqual([undefined]);
    expect(usages(used("t1", 10), ended("t1"))).toEqual([undefined]);
    expect(usages(...delivered("p1", "t1"), used(null, 10), ended("t1"))).toEqual([undefined]);
  });
});
