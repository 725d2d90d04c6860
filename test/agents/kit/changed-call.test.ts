// A tool call that becomes another one while its question is open: what was shown is not what would run, and nobody's yes may allow it.
import { expect, test } from "vitest";
import type { Fact } from "../../../src/agents/index.ts";
import { AcpTalk } from "../../kit/acp-talk.ts";
import { asks, block, working as claudeAtWork, use } from "../claude/life.ts";
import { Life as CodexLife } from "../codex/life.ts";
import { event, working as opencodeAtWork, tool } from "../opencode/life.ts";

/** What the change brings, and what is said to the agent because of it and of a yes that comes after it. */
interface Told {
  facts: Fact[];
  writes: unknown[];
}

const reason = "the agent changed the tool call that it had asked about";

function expectRefused({ facts, writes }: Told, no: unknown): void {
  expect(facts).toContainEqual({
    type: "permission",
    data: { id: expect.any(String), state: "stale", reason },
  });
  expect(facts.flatMap((fact) => (fact.type === "notice" ? [fact.data.kind] : []))).toEqual(["question_refused"]);
  expect(writes[0]).toMatchObject(no as object);
}

const call = { toolCallId: "c", title: "Do it", kind: "execute", status: "pending" };
const diff = (newText: string) => ({ type: "diff", path: "/workspace/a", oldText: "x", newText });

/** An ACP agent that has asked about a call. */
function acp(said: object): AcpTalk {
  const talk = AcpTalk.working();
  talk.update("tool_call", { ...call, ...said });
  talk.ask(1, { toolCallId: "c", title: "Do it", ...said });
  return talk;
}

function toldBy(talk: AcpTalk, change: () => Fact[]): Told {
  const before = talk.written.length;
  const facts = change();
  talk.decide("yes");
  return { facts, writes: talk.written.slice(before) };
}

const cancelled = { id: 1, result: { outcome: { optionId: "no" } } };

test.for([
  [{ rawInput: { command: "ls" } }, { rawInput: { command: "rm -r ." } }],
  [{ rawInput: { command: "ls" } }, { rawInput: { command: "ps" } }],
  [{ rawInput: { command: "ls" } }, { kind: "delete" }],
  [{ rawInput: { command: "ls" } }, { locations: [{ path: "/etc/hosts" }] }],
  [
    { kind: "edit", content: [diff("good")] },
    { kind: "edit", content: [diff("evil")] },
  ],
  [{ title: "ls" }, { title: "rm -r ." }],
] as const)(
  "[T-21] ACP: %j becomes %j: the agent is told no, and a yes that comes later says nothing",
  ([said, other]) => {
    for (const kind of ["tool_call_update", "tool_call"]) {
      const talk = acp(said);
      const told = toldBy(talk, () => talk.update(kind, { toolCallId: "c", title: "Do it", ...other }));
      expectRefused(told, cancelled);
      expect(told.writes).toHaveLength(1);
    }
  },
);

test("[T-21] ACP: a call that has changed is told no also when very many others came since it was asked about", () => {
  const talk = acp({ rawInput: { command: "ls" } });
  for (let n = 0; n < 250; n++)
    talk.update("tool_call", { toolCallId: `other ${n}`, title: "Look", kind: "other", status: "pending" });
  const changed = { ...call, rawInput: { command: "rm -r ." } };
  expectRefused(
    toldBy(talk, () => talk.update("tool_call", changed)),
    cancelled,
  );
});

const evil = { rawInput: { command: "rm -r ." } };

test.for<[before: object[], after: object[]]>([
  [[], [{ status: "completed", ...evil }]],
  [[], [{ status: "failed" }, { status: "in_progress", ...evil }]],
  [[{ status: "completed" }], [evil]],
])("[T-21] ACP: a call that is over becomes another one, too: %j, asked about, then %j", ([before, after]) => {
  const said = { rawInput: { command: "ls" } };
  const talk = AcpTalk.working();
  talk.update("tool_call", { ...call, ...said });
  for (const one of before) talk.update("tool_call_update", { toolCallId: "c", ...one });
  talk.ask(1, { toolCallId: "c", title: "Do it", ...said });
  const told = toldBy(talk, () => after.flatMap((one) => talk.update("tool_call_update", { toolCallId: "c", ...one })));
  expect(told.facts).toContainEqual({
    type: "permission",
    data: { id: expect.any(String), state: "stale", reason },
  });
  expect(told.writes).toMatchObject([cancelled]);
});

test("ACP: a call that is told whole after its question keeps it, where it says what was shown and nothing else", () => {
  const told = (rawInput: object): Fact[] => {
    const talk = AcpTalk.working();
    talk.update("tool_call", { ...call, rawInput: { cwd: "/workspace" } });
    talk.ask(1, { toolCallId: "c", title: "ls", rawInput: { command: "ls" } });
    return talk.update("tool_call_update", { toolCallId: "c", title: "ls", rawInput });
  };
  const isRefused = (facts: Fact[]): boolean => facts.some(({ type }) => type === "permission");
  expect(isRefused(told({ command: "ls", cwd: "/workspace" }))).toBe(false);
  for (const other of [
    { command: "rm -r .", cwd: "/workspace" },
    { command: "ls", cwd: "/" },
    { command: "ls" },
    { command: "ls", cwd: "/workspace", env: { PATH: "/tmp" } },
  ])
    expect(isRefused(told(other))).toBe(true);
});

test("ACP: a call that is told again as it was, or only goes on, keeps its question", () => {
  const said = { rawInput: { command: "ls" } };
  for (const again of [said, { status: "pending" }, { title: "List files" }, { content: [] }]) {
    const talk = acp(said);
    const told = toldBy(talk, () => talk.update("tool_call_update", { toolCallId: "c", ...again }));
    expect(told.facts.filter(({ type }) => type === "permission")).toEqual([]);
    expect(told.writes).toMatchObject([{ id: 1, result: { outcome: { optionId: "yes" } } }]);
  }
});

const runs = (command: string) => ({
  turnId: "t1",
  item: { type: "commandExecution", id: "i1", command, cwd: "/workspace", commandActions: [], status: "inProgress" },
});

function codex(): CodexLife {
  const life = CodexLife.ready({ mode: "ask" });
  life.begin("t1");
  life.news("item/started", runs("ls"));
  life.hear({
    id: 7,
    method: "item/commandExecution/requestApproval",
    params: { threadId: "00000000-0000-4000-8000-000000000005", turnId: "t1", itemId: "i1", command: "ls" },
  });
  return life;
}

test("[T-21] Codex: an item that begins again with another command is told no, and a yes that comes later says nothing", () => {
  const life = codex();
  const facts = life.news("item/started", runs("rm -r ."));
  expectRefused({ facts, writes: life.told }, { id: 7, result: { decision: "decline" } });
  expect(life.answer("accept")).toEqual([]);
});

test("[T-21] Codex: a change that begins again with another end is told no, however long it is", () => {
  const changes = (end: string) => {
    const diff = "x\n".repeat(50_000) + end;
    const change = { path: "/workspace/a", kind: { type: "add" }, diff };
    return { turnId: "t1", item: { type: "fileChange", id: "i1", status: "inProgress", changes: [change] } };
  };
  const life = CodexLife.ready({ mode: "ask" });
  life.begin("t1");
  life.news("item/started", changes("good"));
  life.hear({
    id: 7,
    method: "item/fileChange/requestApproval",
    params: { threadId: "00000000-0000-4000-8000-000000000005", turnId: "t1", itemId: "i1" },
  });
  const facts = life.news("item/started", changes("evil"));
  expectRefused({ facts, writes: life.told }, { id: 7, result: { decision: "decline" } });
  expect(life.answer("accept")).toEqual([]);
});

test("Codex: an item that begins again as it was keeps its question", () => {
  const life = codex();
  expect(life.news("item/started", runs("ls"))).toEqual([]);
  expect(life.answer("accept")).toMatchObject([{ id: 7, result: { decision: "accept" } }]);
});

const running = (command: string) => tool("bash", { status: "running", input: { command }, metadata: {} });
const opencodeAsks = event("permission.asked", {
  ...{ id: "per_1", permission: "bash", patterns: ["ls"], metadata: { command: "ls" }, always: [] },
  tool: { messageID: "msg_2", callID: "call_1" },
});

test("[T-21] OpenCode: a part that runs with another input is told no, and a yes that comes later says nothing", () => {
  const life = opencodeAtWork();
  life.say(running("ls"), opencodeAsks);
  const facts = life.say(running("rm -r ."));
  const [no] = life.writes.splice(0);
  expectRefused({ facts, writes: [no] }, { path: "/permission/per_1/reply", body: { reply: "reject" } });
  life.answer("once");
  expect(life.writes).toEqual([]);
});

test("OpenCode: a part that is told again as it was, or for the first time, keeps its question", () => {
  for (const before of [[running("ls"), opencodeAsks], [opencodeAsks]]) {
    const life = opencodeAtWork();
    life.say(...before, running("ls"));
    life.writes.splice(0);
    life.answer("once");
    expect(life.writes).toMatchObject([{ path: "/permission/per_1/reply", body: { reply: "once" } }]);
  }
});

test("[T-21] Claude Code: a yes says what was shown once more, whatever the call has become since", () => {
  const life = claudeAtWork();
  life.say(block(use("Bash", { command: "ls" })), asks("Bash", { command: "ls" }));
  life.say(block(use("Bash", { command: "rm -r ." })));
  life.answer("allow");
  expect(life.writes.at(-1)).toMatchObject({ response: { response: { updatedInput: { command: "ls" } } } });
});
