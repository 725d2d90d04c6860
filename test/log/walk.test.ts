// Walking a log: all of it, in order, with a turn of the event loop for others between two pages.
import { expect, test } from "vitest";
import type { ListedSession, StoredEvent } from "../../src/log/index.ts";
import { findBreak, walkCommits, walkEvents, walkSessions } from "../../src/log/index.ts";

const COUNT = 1234;
const events = Array.from({ length: COUNT }, (_, index) => ({ seq: index + 1, commit: index + 1 }) as StoredEvent);

const read = ({ limit, ...query }: { limit: number } & ({ after: number } | { before: number })) => {
  const wanted = events.filter(({ seq }) => ("after" in query ? seq > query.after : seq < query.before));
  const page = "after" in query ? wanted.slice(0, limit) : wanted.slice(-limit);
  return { events: page, firstSeq: 1, head: COUNT, more: page.length < wanted.length };
};

/** How many turns of the event loop others had while this was walked. */
async function turnsIn(walk: () => Promise<void>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await walk();
  isOver = true;
  return turns;
}

async function all<T>(pages: AsyncIterable<readonly T[]>): Promise<T[][]> {
  const found: T[][] = [];
  for await (const page of pages) found.push([...page]);
  return found;
}

test("events come once each and in order, and others get a turn after each page", async () => {
  let pages: StoredEvent[][] = [];
  const turns = await turnsIn(async () => {
    pages = await all(walkEvents({ read }, { session: "s", after: 0 }));
  });
  expect(pages.flat()).toEqual(events);
  expect(pages.length).toBeGreaterThan(2);
  expect(turns).toBeGreaterThanOrEqual(pages.length - 1);
});

test("from the end they come page by page, the newest first", async () => {
  const pages = await all(walkEvents({ read }, { session: "s", before: COUNT + 1 }));
  expect(pages.toReversed().flat()).toEqual(events);
  const single = walkEvents({ read }, { session: "s", before: 100, limit: 1 });
  expect((await single.next()).value).toEqual([events[98]]);
});

test("who has seen enough reads no further", async () => {
  let reads = 0;
  const log = {
    read(query: Parameters<typeof read>[0]) {
      reads++;
      return read(query);
    },
  };
  for await (const page of walkEvents(log, { session: "s", after: 0 })) if (page.length > 0) break;
  expect(reads).toBe(1);
});

test("of commits, what others wrote is passed too", async () => {
  const readCommits = ({ after, limit }: { after: number; limit: number }) => {
    const page = read({ after, limit });
    return {
      events: page.events.filter(({ seq }) => seq % 2 === 0),
      lastCommit: Math.min(after + limit, COUNT),
      more: page.more,
    };
  };
  const found: StoredEvent[] = [];
  let last = 0;
  for await (const page of walkCommits({ readCommits }, 10)) {
    found.push(...page.events);
    last = page.lastCommit;
  }
  expect([found, last]).toEqual([events.filter(({ seq }) => seq > 10 && seq % 2 === 0), COUNT]);
});

test("sessions come once each, whatever their number is", async () => {
  for (const count of [0, 1, 200, 201, 400]) {
    const rows = Array.from({ length: count }, (_, index) => ({ id: `s${index}` }) as ListedSession);
    const sessions = ({ after, limit }: { after?: unknown; limit: number }) => {
      const from = after === undefined ? 0 : rows.indexOf(after as ListedSession) + 1;
      return rows.slice(from, from + limit);
    };
    expect((await all(walkSessions({ sessions }))).flat()).toEqual(rows);
  }
});

test("a broken chain is found wherever it breaks", async () => {
  const asked: number[] = [];
  const verify = (_: string, slice?: { after: number; limit: number }) => {
    asked.push(slice!.after);
    return slice!.after < 2500 && slice!.after + slice!.limit >= 2500 ? 2500 : null;
  };
  expect(await findBreak({ verify }, "s", { after: 0, head: 9000 })).toBe(2500);
  expect(asked).toEqual([0, 1000, 2000]);
  expect(await findBreak({ verify }, "s", { after: 2500, head: 4000 })).toBeNull();
});
