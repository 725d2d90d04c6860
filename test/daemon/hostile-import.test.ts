// A file is not a person: whatever a log says that somebody decided, allowed, read or named, after its import nothing of it holds.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { toMarkdown } from "../../src/cli/render/markdown.ts";
import { ProblemError } from "../../src/client/index.ts";
import {
  type Event,
  emptyTranscript,
  extendTranscript,
  initialState,
  reduce,
  type SessionState,
  summaryOf,
} from "../../src/core/index.ts";
import { policyFileOf } from "../../src/home/policy-file.ts";
import { workspaceId } from "../../src/workspace/index.ts";
import { askToRun } from "../kit/ask-to-run.ts";
import type { ScriptedRun } from "../kit/scripted-agent.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";
import { everyType, HOSTILE_TEXT, misshapen, samples } from "./hostile-import/every-type.ts";
import { event, ID, linesOf, OTHER, type Piece, start, talk } from "./hostile-import/lines.ts";
import { refusedFiles } from "./hostile-import/refused.ts";
import { takenFiles } from "./hostile-import/taken.ts";
import { IMPORTED_AT } from "./hostile-import/taken-file.ts";

async function* content(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const line of lines) yield Buffer.from(`${line}\n`);
}

const importLines = (daemon: TestDaemon, pieces: readonly Piece[]) =>
  daemon.client.importSession(content(linesOf(pieces)));

/** A machine on which somebody works: in one directory a session that has a conversation, in another a rule. */
async function machine() {
  const daemon = await testDaemon();
  const dirs = { here: join(daemon.workspace, "here"), trusted: join(daemon.workspace, "trusted") };
  for (const dir of Object.values(dirs)) mkdirSync(dir);
  const policy = policyFileOf(daemon.paths.home, workspaceId(dirs.trusted));
  mkdirSync(dirname(policy), { recursive: true });
  writeFileSync(policy, '[[allow]]\ncommand = "touch **"\n', { mode: 0o600 });
  const { session } = await daemon.client.create({ cwd: dirs.here, name: "victim" });
  await daemon.send(session.id, "one");
  const agent = await daemon.run();
  agent.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until("the prompt to arrive", () => agent.prompts.length > 0);
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.ofType(session.id, "turn_end");
  expect(daemon.clock.now()).toBe(IMPORTED_AT);
  return { daemon, dirs, victim: session.id };
}

const everyShelf = ["listed", "archived", "trash"] as const;

describe("a file that is refused leaves nothing behind:", () => {
  test.for(refusedFiles)("$name", async ({ pieces, says }) => {
    const { daemon, dirs, victim } = await machine();
    const before = daemon.log.lastCommit();
    const refusal = await importLines(daemon, pieces(dirs.here)).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ProblemError);
    expect(refusal).toMatchObject({ code: "invalid_import", message: expect.stringContaining(says) });
    expect(daemon.log.sessionIds({ shelves: everyShelf })).toEqual([victim]);
    expect(daemon.log.readCommits({ after: before, limit: 9 }).events).toEqual([]);
    expect(daemon.faults).toEqual([]);
  });
});

/** Nothing that a person would have said. */
const nothingDecided = {
  lifecycle: { phase: "ended", fork: null, after: null, trashed: null, selectedAt: null, failure: null },
  prompt: { queue: [], recent: [], paused: false },
  turn: { open: null },
  toolCall: { open: [] },
  permission: { open: [], closed: [], rules: [] },
  binding: { run: null, fork: null, startsAt: [], halted: false },
  setting: { mode: null, model: null },
  limit: { own: {}, quota: null, waiting: null },
};

/** Anything that a terminal or a reader could be deceived by. */
const unsafe = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u;

/** What holds for every file that is taken in. */
async function expectDecidesNothing(daemon: TestDaemon, lines: readonly string[]) {
  const dry = await daemon.client.importSession(content(lines), { dry: true });
  const answer = await daemon.client.importSession(content(lines));
  const stored = daemon.log.read({ session: ID, after: 0, limit: 20_000 }).events;
  expect(stored.slice(0, lines.length).map(({ line }) => line)).toEqual(
    lines.map((line) => line.replace(/^\{"session":"[^"]*/, `{"session":"${ID}`)),
  );
  expect([daemon.log.verify(ID), daemon.faults]).toEqual([null, []]);
  expect(dry).toEqual({ ...answer, session: null });

  const { state, session } = await daemon.client.session(ID);
  expect(state).toMatchObject(nothingDecided);
  expect(state.lifecycle.acknowledgedSeq).toBeLessThanOrEqual(state.head);
  expect(session.workspace.id).toBe(workspaceId(session.workspace.path));
  for (const time of [session.createdAt, session.lastActiveAt]) expect(time <= IMPORTED_AT).toBe(true);
  const events = daemon.events(ID);
  expect(events.reduce(reduce, initialState)).toEqual(state);

  const notice = events.findLast(({ type }) => type === "notice")?.data as { kind: string; text: string };
  expect([notice.kind, unsafe.test(notice.text)]).toEqual(["imported", false]);
  for (const { text } of answer.left) expect(notice.text).toContain(text);
  const page = toMarkdown({ title: session.name ?? ID, facts: [] }, extendTranscript(emptyTranscript, events));
  expect(unsafe.test(page.replace(/[\n\t]/g, ""))).toBe(false);
  expect((await daemon.client.attention()).items.filter((one) => one.session === ID)).toEqual([]);
  return { answer, session };
}

describe("a file that is taken in is kept as it is, and decides nothing:", () => {
  test.for(takenFiles)("$name", async ({ pieces, left, row, prompt = "works", unknown = 0 }) => {
    const { daemon, dirs, victim } = await machine();
    const { answer, session } = await expectDecidesNothing(daemon, linesOf(pieces(dirs)));
    expect([answer.unknown, answer.left.map(({ what }) => what)]).toEqual([unknown, left]);
    expect(session).toMatchObject({ status: session.shelf ?? "stopped", queued: 0, ...row?.(dirs) });
    expect(daemon.log.activeAnywhere()).toBe(victim);
    await expectForkDecidesNothing(daemon);
    await expectPrompt(daemon, prompt);
    expect(daemon.faults).toEqual([]);
  });
});

describe("an event of a file decides nothing, whatever stands in it:", () => {
  test.for(everyType)("%s with texts that no terminal should get", async (type) => {
    const { daemon, dirs } = await machine();
    const data = samples[type](HOSTILE_TEXT, dirs.here);
    // As it is, and in the midst of a turn.
    const pieces = [start(dirs.here), event(type, data), ...talk().slice(0, 6), event(type, data)];
    const { answer } = await expectDecidesNothing(daemon, linesOf(pieces));
    expect(answer.unknown).toBe(0);
  });

  test.for(everyType)("%s with data of other kinds", async (type) => {
    const { daemon, dirs } = await machine();
    const data = misshapen(samples[type]("text", dirs.here));
    const pieces = [start(dirs.here), event(type, data), ...talk(), event(type, data)];
    const { answer, session } = await expectDecidesNothing(daemon, linesOf(pieces));
    expect([answer.unknown, session.turns, answer.left]).toEqual([2, 1, []]);
    await expectPrompt(daemon, "works");
  });
});

/** A fork stands on the file's own events, without what came after them. */
async function expectForkDecidesNothing(daemon: TestDaemon): Promise<void> {
  const fork = await daemon.client.fork(ID, {}).catch((error: unknown) => error);
  if (fork instanceof Error) {
    expect(fork).toMatchObject({ code: expect.stringMatching(/^(capability_missing|turn_not_found|internal)$/) });
    return;
  }
  const { state } = await daemon.client.session((fork as { session: { id: string } }).session.id);
  expect(state).toMatchObject({
    permission: { rules: [] },
    setting: { mode: null, model: null },
    limit: { own: {} },
  } satisfies { [K in keyof SessionState]?: Partial<SessionState[K]> });
}

test.for([
  ["mode_changed", { mode: "auto" }],
  ["limits_changed", { budgetUsd: null }],
] as const)(
  "%s before the beginning of a file that is in the log already holds in no fork, nor in a fork of that; what is set here since does",
  async ([type, data]) => {
    const daemon = await testDaemon();
    const pieces = [
      event(type, data),
      start(daemon.workspace),
      event("imported", { from: OTHER, workspace: { id: "w1", path: daemon.workspace } }, { by: { kind: "daemon" } }),
    ];
    const events = linesOf(pieces).map((line) => JSON.parse(line) as Event);
    const state = events.reduce(reduce, initialState);
    await daemon.log.append({ session: ID, events, summary: summaryOf(ID, state), isBusy: false });
    const fork = await daemon.client.fork(ID, {});
    const forkOfIt = await daemon.client.fork(fork.session.id, {});
    const cleared = await daemon.client.clear(ID);
    for (const { session } of [fork, forkOfIt, cleared]) {
      const { setting, limit } = (await daemon.client.session(session.id)).state;
      expect([setting.mode, limit.own]).toEqual([null, {}]);
    }
    await daemon.client.setMode(ID, "plan");
    await daemon.client.setLimits(ID, { budgetUsd: 1 });
    for (const { session } of [await daemon.client.fork(ID, {}), await daemon.client.clear(ID)]) {
      const { setting, limit } = (await daemon.client.session(session.id)).state;
      expect([setting.mode, limit.own]).toEqual(["plan", { budgetUsd: 1 }]);
    }
  },
);

/** The agent gets the prompt, and nothing that it asks for is answered by anybody but a person. */
async function expectPrompt(daemon: TestDaemon, expected: string): Promise<void> {
  const lives = daemon.keeper.runs.length;
  if (expected === "can't resume this conversation") {
    const { head } = (await daemon.client.session(ID)).session;
    await expect(daemon.send(ID, "go on")).rejects.toMatchObject({
      code: "not_resumable",
      message: expect.stringContaining(expected),
    });
    expect((await daemon.client.session(ID)).session.head).toBe(head);
    expect(daemon.keeper.runs).toHaveLength(lives);
    return;
  }
  await daemon.send(ID, "go on");
  if (expected !== "works") {
    const error = await daemon.event(
      ID,
      ({ type, data }) => type === "error" && String(data.message).includes(expected),
    );
    expect(error.data.code).toBe("start_failed");
    expect(daemon.keeper.runs).toHaveLength(lives);
    return;
  }
  const agent: ScriptedRun = await daemon.run(lives + 1);
  const opened = agent.heard[0] as { nativeId: string };
  expect(opened.nativeId).toMatch(/^[a-z0-9][\w-]*$/);
  agent.say({ type: "bound", nativeId: opened.nativeId, provenance: "reported" });
  await until("the prompt to arrive", () => agent.prompts.length > 0);
  expect([agent.prompts, agent.heard.map(({ said }) => said)]).toEqual([["go on"], ["open", "prompt"]]);
  agent.say(askToRun("ask-1", "touch x"));
  const { id } = await until("the question", async () =>
    (await daemon.client.inbox()).items.find((one) => one.session === ID),
  );
  expect(id).toBe("ask-1");
  expect(agent.heard.map(({ said }) => said)).toEqual(["open", "prompt"]);
}
