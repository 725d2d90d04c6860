// How far a session was seen, kept between visits.
import { expect, test } from "vitest";
import { LastSeen, type LastSeenStorage } from "../../src/client/last-seen.ts";
import { ManualWait } from "./manual-wait.ts";

class MemoryStorage implements LastSeenStorage {
  readonly values = new Map<string, string>();
  writes = 0;
  get = (key: string): string | null => this.values.get(key) ?? null;
  set(key: string, value: string): void {
    this.writes++;
    this.values.set(key, value);
  }
}

function visit(storage: LastSeenStorage | null): { seen: LastSeen; time: ManualWait } {
  const time = new ManualWait();
  return { seen: new LastSeen({ storage, session: "s1", wait: time.wait }), time };
}

const moment = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("[M-21] it moves with every event and is written at most once a second", async () => {
  const storage = new MemoryStorage();
  const { seen, time } = visit(storage);
  for (let seq = 1; seq <= 50; seq++) seen.move({ epoch: "e", seq });
  expect([storage.writes, time.left]).toEqual([0, [1000]]);
  time.pass(1000);
  await moment();
  expect(storage.writes).toBe(1);
  expect(visit(storage).seen.before).toEqual({ epoch: "e", seq: 50 });
  seen.move({ epoch: "e", seq: 51 });
  time.pass(999);
  await moment();
  expect(storage.writes).toBe(1);
  time.pass(1);
  await moment();
  expect(visit(storage).seen.before).toEqual({ epoch: "e", seq: 51 });
});

test("[M-21] what is not written yet is written when the page hides or the view closes, and once", async () => {
  const storage = new MemoryStorage();
  const { seen, time } = visit(storage);
  seen.move({ epoch: "e", seq: 7 });
  seen.flush();
  expect(visit(storage).seen.before).toEqual({ epoch: "e", seq: 7 });
  seen.flush();
  time.pass(5000);
  await moment();
  expect(storage.writes).toBe(1);
});

test("a storage that is full, forbidden or full of rubbish costs a marker and nothing else", () => {
  const broken: LastSeenStorage = {
    get: () => {
      throw new Error("SecurityError");
    },
    set: () => {
      throw new Error("QuotaExceededError");
    },
  };
  const { seen } = visit(broken);
  expect(seen.before).toBeNull();
  seen.move({ epoch: "e", seq: 1 });
  seen.flush();
  for (const rubbish of ["", "{", "7", "null", '{"epoch":1,"seq":"x"}']) {
    expect(visit({ get: () => rubbish, set: () => {} }).seen.before).toBeNull();
  }
});

test("without a storage nothing waits", () => {
  const { seen, time } = visit(null);
  seen.move({ epoch: "e", seq: 1 });
  expect(time.left).toEqual([]);
});

test("[M-21] of tabs side by side the one that came further is kept, and each may take back what it wrote itself", () => {
  const storage = new MemoryStorage();
  const [ahead, behind] = [visit(storage).seen, visit(storage).seen];
  const keep = (seen: LastSeen, epoch: string, seq: number): unknown => {
    seen.move({ epoch, seq });
    seen.flush();
    return visit(storage).seen.before;
  };
  expect(keep(behind, "e1", 5)).toEqual({ epoch: "e1", seq: 5 });
  expect(keep(ahead, "e1", 9)).toEqual({ epoch: "e1", seq: 9 });
  expect(keep(behind, "e1", 7)).toEqual({ epoch: "e1", seq: 9 });
  expect(keep(behind, "e1", 12)).toEqual({ epoch: "e1", seq: 12 });
  // The log was shortened; and then it was another one.
  expect(keep(behind, "e1", 8)).toEqual({ epoch: "e1", seq: 8 });
  expect(keep(ahead, "e2", 1)).toEqual({ epoch: "e2", seq: 1 });
});
