import fc from "fast-check";
import { expect, test } from "vitest";
import { createMemoryLog, type Log } from "../../src/log/index.ts";
import { A, B, changeFor } from "../contracts/log/samples.ts";
import { temporaryLog } from "./temporary-log.ts";

/** What slices of this size find, one after the other. */
function inSlices(log: Log, session: string, { head, limit }: { head: number; limit: number }): number | null {
  for (let after = 0; after < head; after += limit) {
    const broken = log.verify(session, { after, limit });
    if (broken !== null) return broken;
  }
  return null;
}

async function fill(log: Log): Promise<void> {
  await log.append(changeFor(A, [1, 5]));
  await log.append(changeFor(B, [4, 8], { base: { session: A, seq: 3 } }));
}

const sizes = [1, 2, 3, 4, 5, 6, 7, 8, 100];

test("slices of any size find a whole log whole", async () => {
  for (const log of [temporaryLog().log, createMemoryLog()]) {
    await fill(log);
    for (const limit of sizes) {
      expect(inSlices(log, A, { head: 5, limit })).toBeNull();
      expect(inSlices(log, B, { head: 8, limit })).toBeNull();
    }
  }
});

const harm = fc.oneof(
  fc
    .record({ what: fc.constantFrom("data", "type", "at"), seq: fc.integer({ min: 1, max: 8 }) })
    .map(({ what, seq }) => ({
      sql: `UPDATE events SET ${what} = ${what} || 'x' WHERE seq = ${seq}`,
    })),
  fc.integer({ min: 1, max: 8 }).map((seq) => ({ sql: `DELETE FROM events WHERE seq = ${seq}` })),
  fc.constantFrom(
    { sql: "UPDATE sessions SET first_chain = zeroblob(32)" },
    { sql: "UPDATE sessions SET chain = zeroblob(32)" },
    { sql: `INSERT INTO events SELECT 99, session, 9, at, type, "by", data, chain FROM events WHERE seq = 8` },
  ),
);

test("slices of any size find the same first damage as one look at everything", async () => {
  const { log, outside } = temporaryLog();
  await fill(log);
  fc.assert(
    fc.property(harm, fc.constantFrom(...sizes), fc.constantFrom(A, B), ({ sql }, limit, session) => {
      const saved = outside.prepare("SELECT * FROM events").all();
      const rows = outside.prepare("SELECT key, first_chain, chain FROM sessions").all();
      outside.exec(sql);
      const head = session === A ? 5 : 8;
      const found = [log.verify(session), inSlices(log, session, { head, limit })];
      outside.exec("DELETE FROM events");
      for (const row of saved) {
        const names = Object.keys(row);
        const places = names.map(() => "?").join(", ");
        outside
          .prepare(`INSERT INTO events (${names.map((name) => `"${name}"`).join(", ")}) VALUES (${places})`)
          .run(...(Object.values(row) as never[]));
      }
      for (const { key, first_chain: first, chain } of rows)
        outside.prepare("UPDATE sessions SET first_chain = ?, chain = ? WHERE key = ?").run(first!, chain!, key!);
      expect(found[1]).toBe(found[0]);
    }),
  );
  expect(log.verify(B)).toBeNull();
});
