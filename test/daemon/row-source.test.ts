// The source of the stream of the list, at the pace of its follower.
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { rowSource } from "../../src/daemon/streams/row-source.ts";
import { createMemoryLog } from "../../src/log/index.ts";
import { FanOut } from "../../src/session/index.ts";
import { changeFor, summaryFor } from "../contracts/log/samples.ts";
import { manualClock } from "../kit/manual-clock.ts";

test("a follower that reads more slowly than rows change comes to the end of the list all the same, and then hears of each that changed", async () => {
  const log = createMemoryLog();
  const clock = manualClock();
  const fanOut = new FanOut(log);
  const ids = Array.from({ length: 20 }, (_, n) => `aaaaaaaa-0000-4000-8000-0000000000${10 + n}`);
  const heads = new Map(ids.map((id) => [id, 0]));
  const change = async (id: string): Promise<void> => {
    const head = (heads.get(id) ?? 0) + 1;
    heads.set(id, head);
    await log.append(changeFor(id, [head, head], { summary: summaryFor(id, { name: `n${head}` }, head) }));
    fanOut.publish(id, { head });
  };
  for (const id of ids) await change(id);
  const source = rowSource({ log, changes: fanOut.rows, clock, filter: {}, form: "ndjson" });
  let cursor = 0;
  const stop = source.follow(
    () => {},
    () => {},
  );
  /** One row is read, while two others change. */
  const read = async (): Promise<string | null> => {
    const { page, cursor: next } = source.next(cursor, 1);
    const isEnd = page === null && next === cursor;
    cursor = next;
    clock.advance(1000);
    await setImmediate();
    return isEnd ? null : String(page?.text ?? "");
  };
  const first: string[] = [];
  for (let reads = 0; reads < 60; reads++) {
    for (const id of ids.slice(0, 2)) await change(id);
    const text = await read();
    if (text === null) break;
    first.push(text);
  }
  expect(first).toHaveLength(20);
  expect(cursor).toBeGreaterThan(0);
  const then = [await read(), await read()].map((text) => JSON.parse(text ?? "{}").row?.name);
  expect(then.toSorted()).toEqual(ids.slice(0, 2).map((id) => `n${heads.get(id)}`));
  expect(await read()).toBeNull();
  stop();
});
