// A session at a glance: over the wire, and how the daemon comes by it.
import { expect, test } from "vitest";
import { type Event, emptyOutline, extendOutline, outlineEntries, type Summary } from "../../src/core/index.ts";
import { Outlines } from "../../src/daemon/operations/outline.ts";
import { createMemoryLog, type Log } from "../../src/log/index.ts";
import { summaryFor } from "../contracts/log/samples.ts";
import { body, delivered, ended, place, said } from "../kit/events.ts";
import type { ScriptedRun } from "../kit/scripted-agent.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const foldOf = (events: readonly Event[], limit?: number) =>
  outlineEntries(extendOutline(emptyOutline(1000), events), limit);

async function finishTurn(daemon: TestDaemon, { session, agent }: { session: string; agent: ScriptedRun }) {
  const before = daemon.events(session).filter(({ type }) => type === "turn_end").length;
  agent.say(
    { type: "tool_call", data: { toolCallId: `c${before}`, title: "Run", kind: "execute", status: "completed" } },
    { type: "turn_end", reason: "completed", mark: `mark-${before}` },
  );
  await until("the end of the turn", () => {
    return daemon.events(session).filter(({ type }) => type === "turn_end").length > before;
  });
}

test("an outline has the turns of a session as they are now, and of a fork those of its base, too", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("first");
  const running = await daemon.client.outline(session);
  expect(running.items).toMatchObject([{ turn: "t1", turns: 1, text: "first", prompts: 1, tools: 0, endSeq: null }]);
  await finishTurn(daemon, { session, agent });
  await daemon.send(session, "second");
  await until("the second prompt", () => agent.prompts.length === 2);
  await finishTurn(daemon, { session, agent });

  const whole = await daemon.client.outline(session);
  expect(whole).toEqual({
    items: foldOf(daemon.events(session)),
    firstSeq: 1,
    head: daemon.events(session).length,
    epoch: daemon.log.epoch,
  });
  expect(whole.items.map(({ text, tools }) => [text, tools])).toEqual([
    ["first", 1],
    ["second", 1],
  ]);
  const { session: fork } = await daemon.client.fork(session);
  expect((await daemon.client.outline(fork.id)).items).toEqual(whole.items);
});

test("a stretch of a session has an outline of its own, and a limit joins neighbours", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("first");
  await finishTurn(daemon, { session, agent });
  await daemon.send(session, "second");
  await until("the second prompt", () => agent.prompts.length === 2);
  await finishTurn(daemon, { session, agent });
  const { items, head } = await daemon.client.outline(session);
  const [first, second] = items;
  const joined = await daemon.client.outline(session, { limit: 1 });
  expect(joined.items).toEqual([
    { ...first, turn: null, turns: 2, prompts: 2, tools: 2, endSeq: second?.endSeq, endedAt: second?.endedAt },
  ]);

  const [entry] = joined.items;
  expect(await daemon.client.outline(session, { from: entry!.seq, to: entry!.endSeq! })).toMatchObject({
    items,
    head: entry!.endSeq,
  });
  expect((await daemon.client.outline(session, { from: second!.seq })).items).toEqual([second]);
  expect((await daemon.client.outline(session, { to: first!.endSeq! })).items).toEqual([first]);
  expect(await daemon.client.outline(session, { from: head + 5 })).toMatchObject({ items: [], head });
  await expect(daemon.client.outline("5e551011-0000-4000-8000-000000000000")).rejects.toMatchObject({
    code: "session_not_found",
  });
});

const SESSION = "11111111-1111-4111-8111-111111111111";

/** A memory log with so many turns, and what was skimmed of it. */
class SeenLog {
  readonly log: Log;
  readonly skimmed: number[] = [];
  #head = 0;
  #prompts = 0;

  constructor() {
    const log = createMemoryLog();
    this.log = new Proxy(log, {
      get: (target, key) => {
        if (key !== "skim") return Reflect.get(target, key);
        return (query: Parameters<Log["skim"]>[0]) => {
          this.skimmed.push(query.after);
          return target.skim(query);
        };
      },
    });
  }

  async append(turns: number, row: Partial<Summary> = {}, from = this.#head): Promise<void> {
    const bodies = Array.from({ length: turns }, (_, n) => [
      ...[...delivered(`p${++this.#prompts}`, `t${n}`), said("m1", "one"), body("notice", { kind: "n", text: "x" })],
      ended(`t${n}`),
    ]);
    const events = place(bodies.flat(), from).map((event) => ({ ...event, session: SESSION }));
    this.#head = from + events.length;
    const summary = { ...summaryFor(SESSION), ...row, head: this.#head };
    await this.log.append({ session: SESSION, events, summary, isBusy: false });
  }

  get events(): Event[] {
    return this.log.read({ session: SESSION, after: 0, limit: 100_000 }).events.map(({ line }) => JSON.parse(line));
  }
}

test("a long session is folded in slices between which others have their turn, once, and only what came since after that", async () => {
  const seen = new SeenLog();
  await seen.append(2000);
  const outlines = new Outlines(seen.log);
  let turns = 0;
  let isDone = false;
  const others = (): void => {
    turns++;
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);
  const [first, same] = await Promise.all([outlines.whole(SESSION), outlines.whole(SESSION)]);
  isDone = true;
  expect(outlineEntries(first.outline)).toEqual(foldOf(seen.events));
  expect(same).toBe(first);
  expect(seen.skimmed).toEqual([0, 2000, 4000, 6000, 8000]);
  expect(turns).toBeGreaterThanOrEqual(seen.skimmed.length - 1);

  await seen.append(1);
  seen.skimmed.length = 0;
  expect(outlineEntries((await outlines.whole(SESSION)).outline)).toEqual(foldOf(seen.events));
  expect(seen.skimmed).toEqual([10_000]);
});

test("another session under the same id has its own outline", async () => {
  const seen = new SeenLog();
  await seen.append(2, { shelf: "trash" });
  const outlines = new Outlines(seen.log);
  await outlines.whole(SESSION);
  expect(await seen.log.purge([SESSION])).toMatchObject({ sessions: 1 });
  await seen.append(3, {}, 0);
  expect(outlineEntries((await outlines.whole(SESSION)).outline)).toEqual(foldOf(seen.events));
});

test("what is kept of sessions that nobody looks at goes", async () => {
  const seen = new SeenLog();
  await seen.append(1);
  const outlines = new Outlines(seen.log);
  await outlines.whole(SESSION);
  for (let n = 0; n < 40; n++) await outlines.whole(`another ${n}`);
  seen.skimmed.length = 0;
  await outlines.whole(SESSION);
  expect(seen.skimmed).toEqual([0]);
});
