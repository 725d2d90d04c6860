// The two logs, told the same, must answer the same: what one gets wrong, the other hardly gets wrong in the same way.
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMemoryLog, type Log, openSqliteLog } from "../../src/log/index.ts";
import { A, B, bytesOf, C, changeFor, runOf, stateAt, summaryFor, workspaceOf } from "../contracts/log/samples.ts";
import { temporaryPath } from "./temporary-log.ts";

const ids = [A, B, C];

interface Step {
  session: string;
  count: number;
  /** How far the first seq is off its place. */
  slip: number;
  isBusy: boolean;
  name: string | null;
  minute: number;
  workspace: string | null;
  command: string | null;
  run: "put" | "send" | "written" | "end" | null;
  snapshot: boolean;
  /** A session that is not there yet may begin as a fork of another, at one of its events or at none. */
  base: { session: string; seq: number } | null;
}

const step: fc.Arbitrary<Step> = fc.record({
  session: fc.constantFrom(...ids),
  count: fc.nat(4),
  slip: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.constantFrom(-1, 1)),
  isBusy: fc.boolean(),
  name: fc.constantFrom(null, "one", "One", "two"),
  minute: fc.integer({ min: 10, max: 13 }),
  workspace: fc.constantFrom(null, "w1", "w2"),
  command: fc.constantFrom(null, null, "c1", "c2", "c3", "c4"),
  run: fc.constantFrom(null, "put", "send", "written", "end"),
  snapshot: fc.boolean(),
  base: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    fc.record({ session: fc.constantFrom(...ids), seq: fc.nat(8) }),
  ),
});

/** Turns of the event loop, each with what is appended in it. */
const history = fc.array(fc.array(step, { maxLength: 5 }), { maxLength: 8 });

function changeOf(step: Step, known: number) {
  const { session, count, slip, isBusy, name, minute, workspace, command, run, snapshot, base } = step;
  const isFork = base !== null && known === 0;
  const head = isFork ? base.seq : known;
  const place = `run-${session}`;
  const row = { name, workspace: workspace ?? "w1", lastActiveAt: `2026-05-04T10:${minute}:00.000Z` };
  const from = head + 1 + slip;
  const last = head + count;
  return changeFor(session, [from, last + slip], {
    isBusy,
    summary: summaryFor(session, row, last),
    ...(workspace ? { workspace: workspaceOf(workspace, { activeSessionId: isBusy ? session : null }) } : {}),
    ...(command ? { receipt: { command, session, bodyHash: name ?? "", answer: String(head) } } : {}),
    ...(run === "put" ? { run: runOf(session, { run: place, outOffset: minute, protocol: { count } }) } : {}),
    ...(run === "send" ? { outbox: [{ run: place, offset: head * 5, bytes: bytesOf("hello") }] } : {}),
    ...(run === "written" ? { written: { run: place, upTo: head * 5 } } : {}),
    ...(run === "end" ? { endedRun: place } : {}),
    ...(snapshot ? { snapshot: stateAt(last) } : {}),
    ...(isFork ? { base } : {}),
  });
}

async function play(log: Log, turns: readonly Step[][]): Promise<unknown[]> {
  const heads = new Map<string, number>();
  const outcomes: unknown[] = [];
  for (const turn of turns) {
    const settled = await Promise.allSettled(
      turn.map((step) => {
        const head = heads.get(step.session) ?? 0;
        const willHold = step.slip === 0 || step.count === 0;
        if (willHold && step.command === null) heads.set(step.session, head + step.count);
        return log.append(changeOf(step, head)).then(({ lastCommit, stored }) => ({ lastCommit, stored: stored() }));
      }),
    );
    outcomes.push(...settled.map((one) => (one.status === "fulfilled" ? one.value : one.reason.code)));
    for (const id of ids) heads.set(id, log.read({ session: id, after: 0, limit: 1 }).head);
  }
  return outcomes;
}

function everything(log: Log): unknown {
  const heads = ids.map((session) => log.read({ session, after: 0, limit: 1 }).head);
  const cursors = Array.from({ length: Math.max(...heads) + 2 }, (_, cursor) => cursor);
  const sizes = [{ limit: 1 }, { limit: 3 }, { limit: 100 }, { limit: 100, maxBytes: 600 }];
  const subsets = [undefined, [A], [C, A], [B, "unknown"], []];
  const commits = Array.from({ length: log.lastCommit() + 2 }, (_, cursor) => cursor);
  return {
    forwards: ids.map((session) => cursors.map((after) => sizes.map((size) => log.read({ session, after, ...size })))),
    backwards: ids.map((session) =>
      cursors.map((before) => sizes.map((size) => log.read({ session, before, ...size }))),
    ),
    commits: subsets.map((sessions) =>
      commits.map((after) =>
        sizes.map((size) => log.readCommits({ after, ...size, ...(sessions ? { sessions } : {}) })),
      ),
    ),
    lists: [undefined, "w1", "w2"].map((workspace) => log.sessions({ limit: 10, ...(workspace ? { workspace } : {}) })),
    rest: log
      .sessions({ limit: 10 })
      .map(({ lastActiveAt, id }) => log.sessions({ limit: 2, after: { lastActiveAt, id } })),
    sessions: ids.map((id) => [log.summary(id), log.snapshot(id), log.verify(id), log.outbox(`run-${id}`)]),
    found: ["one", "ONE", "two", "aaaa", A].map((ref) => log.candidates(ref)),
    names: ["w1", "w2"].map((workspace) => [log.names(workspace), log.workspace(workspace)]),
    receipts: ["c1", "c2", "c3", "c4"].map((command) => log.receipt(command)),
    running: [log.runs(), log.busySessions(), log.activeAnywhere(), log.lastCommit()],
  };
}

test("both logs give the same pages, lists and records for every cursor, before and after a restart", async () => {
  const path = temporaryPath();
  let round = 0;
  await fc.assert(
    fc.asyncProperty(history, async (turns) => {
      const file = `${path}-${round++}`;
      const memory = createMemoryLog();
      const sqlite = openSqliteLog({ path: file });
      expect(await play(sqlite, turns)).toEqual(await play(memory, turns));
      const expected = everything(memory);
      expect(everything(sqlite)).toEqual(expected);
      await sqlite.close();
      const reopened = openSqliteLog({ path: file });
      expect(everything(reopened)).toEqual(expected);
      await reopened.close();
    }),
    { numRuns: 40 },
  );
});

test("any interleaving of sessions keeps each one's order, without holes", async () => {
  const path = temporaryPath();
  let round = 0;
  const turns = fc.array(fc.array(fc.tuple(fc.constantFrom(...ids), fc.integer({ min: 1, max: 5 })), { maxLength: 8 }));
  await fc.assert(
    fc.asyncProperty(turns, async (interleaving) => {
      const log = openSqliteLog({ path: `${path}-${round++}` });
      const heads = new Map(ids.map((id) => [id, 0]));
      const acknowledged: Promise<unknown>[] = [];
      for (const turn of interleaving) {
        for (const [session, count] of turn) {
          const head = heads.get(session)!;
          acknowledged.push(log.append(changeFor(session, [head + 1, head + count])));
          heads.set(session, head + count);
        }
        await new Promise((resolve) => setImmediate(resolve));
      }
      await Promise.all(acknowledged);
      const { events } = log.readCommits({ after: 0, limit: 10_000 });
      expect(events.map(({ commit }) => commit)).toEqual(events.map((_, index) => index + 1));
      for (const [session, head] of heads) {
        const seqs = events.filter((event) => event.session === session).map(({ seq }) => seq);
        expect(seqs).toEqual(Array.from({ length: head }, (_, index) => index + 1));
        expect(log.verify(session)).toBeNull();
      }
      await log.close();
    }),
    { numRuns: 40 },
  );
});

test("any JSON comes back as the text it went in as", async () => {
  const log = openSqliteLog({ path: temporaryPath() });
  let head = 0;
  const anyText = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) });
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.jsonValue(), fc.dictionary(anyText, anyText)), async (data) => {
      const seq = ++head;
      const event = { ...changeFor(A, [seq, seq]).events[0]!, data };
      await log.append({ ...changeFor(A, [seq, seq]), events: [event] });
      expect(log.read({ session: A, after: seq - 1, limit: 1 }).events[0]!.line).toBe(JSON.stringify(event));
    }),
    { numRuns: 300 },
  );
  expect(log.verify(A)).toBeNull();
  await log.close();
});
