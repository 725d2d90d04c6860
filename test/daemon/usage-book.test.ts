// What the daemon keeps of what was used: each event counts once, whatever fails meanwhile, and a look reads only what is new.
import { expect, test } from "vitest";
import { type Event, SkeinError } from "../../src/core/index.ts";
import { UsageBook } from "../../src/daemon/usage/usage-book.ts";
import { createMemoryLog, type Log } from "../../src/log/index.ts";
import { A, B, bare, changeFor, eventFor, summaryFor } from "../contracts/log/samples.ts";
import { trashed } from "../contracts/log/shelves.ts";

const usage = (session: string, seq: number, inputTokens: number): Event =>
  eventFor(session, seq, { type: "usage", data: { turn: "t1", inputTokens, outputTokens: 0 } });

const used = (log: Log, session: string, seq: number, inputTokens: number) =>
  log.append({ ...changeFor(session, [seq, seq]), events: [usage(session, seq, inputTokens)] });

/** A log that counts what is asked of it, and fails when it is told to. */
function watched(inner: Log) {
  const calls: Record<string, number> = { read: 0, skim: 0, sessionIds: 0 };
  const faults = new Map<string, Error>();
  const log = new Proxy(inner, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== "function") return value;
      return (...args: readonly [unknown]) => {
        if (key in calls) calls[String(key)]!++;
        const [about] = args;
        const fault = typeof about === "object" && about && "session" in about && faults.get(String(about.session));
        if (fault && (key === "skim" || key === "read")) throw fault;
        return Reflect.apply(value, target, args);
      };
    },
  });
  return { log, faults, calls };
}

function open() {
  const inner = createMemoryLog();
  const { log, faults, calls } = watched(inner);
  const book = new UsageBook(log);
  const look = async (): Promise<number> => {
    const { sessions } = await book.all();
    return sessions.flatMap(({ overTime }) => [...overTime.values()]).reduce((sum, one) => sum + one.inputTokens, 0);
  };
  return { log: inner, book, faults, calls, look };
}

const damage = new SkeinError("log_damaged", "The session log is damaged.");

test.for([
  ["that is damaged", damage],
  ["that is said to be damaged", new SkeinError("false_alarm", "Try again.")],
] as const)(
  "a session %s is left out and named; the others count once, however often somebody looks",
  async ([, fault]) => {
    const { log, book, faults, look } = open();
    await used(log, A, 1, 10);
    await used(log, B, 1, 5);
    expect(await look()).toBe(15);
    await used(log, A, 2, 1000);
    await used(log, B, 2, 1);
    faults.set(B, fault);
    for (let n = 0; n < 3; n++) expect(await look()).toBe(1010);
    expect((await book.all()).unreadable).toEqual([B]);
    faults.clear();
    expect(await look()).toBe(1016);
    expect((await book.all()).unreadable).toEqual([]);
  },
);

test("a look that the disk fails is refused, and counts nothing twice", async () => {
  const { log, faults, look } = open();
  await used(log, A, 1, 10);
  await used(log, B, 1, 5);
  await look();
  for (const [session, seq] of [
    [A, 2],
    [B, 3],
  ] as const) {
    await used(log, A, seq, 1000);
    await used(log, B, seq, 1);
    faults.set(session, new SkeinError("storage_failed", "The disk reported an error."));
    for (let n = 0; n < 3; n++) await expect(look()).rejects.toMatchObject({ code: "storage_failed" });
    faults.clear();
  }
  expect(await look()).toBe(2017);
});

test("with nothing new no session is read; of a session that has news only these are", async () => {
  const { log, calls, look } = open();
  for (let n = 0; n < 450; n++) await used(log, `5e551011-0000-4000-8000-${String(n).padStart(12, "0")}`, 1, 1);
  await used(log, A, 1, 10);
  expect(await look()).toBe(460);
  Object.assign(calls, { read: 0, skim: 0 });
  expect(await look()).toBe(460);
  expect([calls.read, calls.skim]).toEqual([0, 0]);
  await used(log, A, 2, 5);
  expect(await look()).toBe(465);
  expect([calls.read, calls.skim]).toEqual([1, 1]);
});

test("those who ask at the same time share one count; who asks while one runs gets the next, with what is there by then", async () => {
  const { log, calls, look } = open();
  for (let n = 0; n < 250; n++) await used(log, `5e551011-0000-4000-8000-${String(n).padStart(12, "0")}`, 1, 1);
  calls.sessionIds = 0;
  expect(await Promise.all([look(), look(), look(), look(), look()])).toEqual([250, 250, 250, 250, 250]);
  expect(calls.sessionIds).toBe(1);
  const first = look();
  await new Promise((resolve) => setImmediate(resolve));
  await used(log, A, 1, 10);
  const later = [look(), look(), look()];
  expect(await Promise.all(later)).toEqual([260, 260, 260]);
  await first;
  expect(calls.sessionIds).toBe(3);
});

test("a session that moves up the list while it is counted is not missed", async () => {
  const { log, book } = open();
  const ids = Array.from({ length: 450 }, (_, n) => `5e551011-0000-4000-8000-${String(n).padStart(12, "0")}`);
  for (const id of ids) await used(log, id, 1, 1);
  const [last = ""] = log.sessionIds({}).toReversed();
  const counting = book.all();
  await new Promise((resolve) => setImmediate(resolve));
  await log.append(bare(last, { summary: summaryFor(last, { lastActiveAt: "2026-05-05T10:00:00.000Z" }, 1) }));
  expect((await counting).sessions).toHaveLength(450);
});

test("another session that came under the same id is counted anew", async () => {
  const { log, look } = open();
  await used(log, A, 1, 10);
  await used(log, A, 2, 10);
  expect(await look()).toBe(20);
  await log.append(bare(A, { summary: { ...summaryFor(A, {}, 2), ...trashed } }));
  await log.purge([A]);
  await used(log, A, 1, 3);
  await used(log, A, 2, 4);
  expect(await look()).toBe(7);
  await used(log, A, 3, 5);
  expect(await look()).toBe(12);
});

test("what an import brings of quotas is another machine's; only what is reported after it counts", async () => {
  const { log, book } = open();
  const quota = (seq: number, usedPercent: number, at: string): Event =>
    eventFor(A, seq, { type: "quota_reported", at, data: { window: "5 hours", usedPercent, resetsAt: null } });
  const imported = eventFor(A, 3, { type: "imported", data: { from: A, workspace: { id: "w1", path: "/work/w1" } } });
  const foreign = [usage(A, 1, 10), quota(2, 99_999, "+275760-09-13T00:00:00.000Z"), imported];
  await log.append({ ...changeFor(A, [1, 3]), events: foreign });
  expect((await book.all()).sessions).toMatchObject([{ quotas: [] }]);
  await log.append({ ...changeFor(A, [4, 4]), events: [quota(4, 7, "2026-05-04T11:00:00.000Z")] });
  expect((await book.all()).sessions).toMatchObject([{ quotas: [{ usedPercent: 7 }] }]);
});
