// Whatever is read, no read of ours stays open: a reader that holds on would let the write-ahead log grow without end.
import { expect, test } from "vitest";
import { initialState, summaryOf } from "../../src/core/index.ts";
import { FanOut } from "../../src/session/index.ts";
import { temporaryLog } from "./temporary-log.ts";

const SESSION = "11111111-1111-4111-8111-111111111111";

const notice = (seq: number) => ({
  session: SESSION,
  seq,
  at: "2026-01-01T00:00:00.000Z",
  type: "notice",
  by: { kind: "daemon" as const },
  data: { kind: "n", text: "x".repeat(1000) },
});

test("a page that is cut short, a stream in its middle, a list in its middle: the write-ahead log can be emptied after each", async () => {
  const { log, outside } = temporaryLog();
  let head = 0;
  const append = (count: number) => {
    const events = Array.from({ length: count }, (_, index) => notice(head + 1 + index));
    head += count;
    const summary = { ...summaryOf(SESSION, initialState), head };
    return log.append({ session: SESSION, events, summary, isBusy: false });
  };
  await append(100);
  const fanOut = new FanOut(log);
  const reads: readonly (() => unknown)[] = [
    () => log.read({ session: SESSION, after: 0, limit: 50, maxBytes: 5000 }).events,
    () => log.read({ session: SESSION, before: 90, limit: 50, maxBytes: 5000 }).events,
    () => log.readCommits({ after: 0, limit: 50, maxBytes: 5000 }).events,
    () => log.readCommits({ after: 0, limit: 50, maxBytes: 5000, sessions: [SESSION] }).events,
    () => log.skim({ session: SESSION, after: 0, limit: 50, maxBytes: 5000, whole: ["notice"], bare: [] }).events,
    () => fanOut.after(SESSION, 0, 5000),
    () => [...log.heads([SESSION])],
    () => log.sessionIds({}),
    () => log.sessionLines([SESSION]),
    () => log.sessions({ limit: 1 }),
  ];
  for (const read of reads) {
    // Something new lies in the write-ahead log each time.
    await append(1);
    expect(read()).not.toHaveLength(0);
    expect(outside.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()).toMatchObject({ busy: 0, log: 0 });
  }
});
