import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { genesis, isLinked, nextChain } from "../../src/log/chain.ts";
import type { EventText } from "../../src/log/event-line.ts";
import { A, B, changeFor } from "../contracts/log/samples.ts";
import { temporaryLog } from "./temporary-log.ts";

test("anyone can recompute the chain from what is stored", async () => {
  const { log, outside } = temporaryLog();
  await log.append(changeFor(A, [1, 3]));
  await log.append(changeFor(A, [4, 5]));
  let chain = createHash("sha256").update(`skein:${A}`).digest();
  const rows = outside.prepare("SELECT * FROM events ORDER BY seq").all();
  expect(rows).toHaveLength(5);
  for (const row of rows) {
    const text = [row.seq, row.at, row.type, row.by, row.data].join("\n");
    const body = Buffer.concat([chain, Buffer.from(`\n${text}`, "utf8")]);
    chain = createHash("sha256").update(body).digest();
    expect(Buffer.from(row.chain as Uint8Array).toString("hex")).toBe(chain.toString("hex"));
  }
  expect(outside.prepare("SELECT chain FROM sessions").get()).toEqual({ chain: new Uint8Array(chain) });
});

test.for([
  ["a changed byte in the data", 3, `UPDATE events SET data = replace(data, 'piece 3', 'piece E') WHERE seq = 3`],
  ["another time", 2, `UPDATE events SET at = '2026-05-04T10:00:00.001Z' WHERE seq = 2`],
  ["another type", 5, `UPDATE events SET type = 'agent_thought' WHERE seq = 5`],
  ["another author", 1, `UPDATE events SET "by" = '{"kind":"client"}' WHERE seq = 1`],
  ["another hash", 4, "UPDATE events SET chain = zeroblob(32) WHERE seq = 4"],
  ["a shorter hash", 4, "UPDATE events SET chain = x'00' WHERE seq = 4"],
  ["a missing event", 2, "DELETE FROM events WHERE seq = 2"],
  ["a missing first event", 1, "DELETE FROM events WHERE seq = 1"],
  ["a missing end", 5, "DELETE FROM events WHERE seq = 5"],
  [
    "swapped events",
    2,
    "UPDATE events SET seq = 5 - seq + 1000 WHERE seq IN (2, 3); UPDATE events SET seq = seq - 1000 WHERE seq > 1000",
  ],
  [
    "an event too many",
    6,
    `INSERT INTO events SELECT 99, session, 6, at, type, "by", data, chain FROM events WHERE seq = 5`,
  ],
  ["another beginning", 1, "UPDATE sessions SET first_chain = zeroblob(32)"],
  ["an older head", 6, "UPDATE sessions SET chain = (SELECT chain FROM events WHERE seq = 4)"],
] as const)("the chain shows %s at event %i", async ([, brokenAt, tamper]) => {
  const { log, outside } = temporaryLog();
  await log.append(changeFor(A, [1, 5]));
  expect(log.verify(A)).toBeNull();
  outside.exec(tamper);
  expect(log.verify(A)).toBe(brokenAt);
});

test("a chain that was computed anew does not hide whose log it is, nor a hole in it", async () => {
  const { log, outside } = temporaryLog();
  await log.append(changeFor(A, [1, 3]));
  outside.exec(`UPDATE sessions SET id = '${B}'`);
  expect(log.verify(B)).toBe(1);

  outside.exec(`UPDATE sessions SET id = '${A}'; UPDATE events SET seq = 4 WHERE seq = 3`);
  let chain = genesis(A);
  for (const row of outside.prepare("SELECT * FROM events ORDER BY seq").all()) {
    chain = nextChain(chain, row as unknown as EventText);
    outside.prepare("UPDATE events SET chain = ? WHERE seq = ?").run(chain, row.seq!);
  }
  outside.prepare("UPDATE sessions SET head = 3, chain = ?").run(chain);
  expect(log.verify(A)).toBe(3);
});

test("a fork goes on from its parent's chain, one seq after its base", async () => {
  const temporary = temporaryLog();
  const { outside } = temporary;
  await temporary.log.append(changeFor(A, [1, 5]));
  outside.exec(`INSERT INTO sessions
    (id, workspace, last_active_at, busy, base_session, base_seq, first_seq, first_chain, head, chain, summary)
    SELECT '${B}', '', '', 0, session, seq, seq + 1, chain, seq, chain, '{}' FROM events WHERE seq = 3`);
  await expect(temporary.log.append(changeFor(B, [1, 1]))).rejects.toMatchObject({ code: "seq_conflict" });
  await temporary.log.append(changeFor(B, [4, 6]));
  expect(temporary.log.read({ session: B, after: 0, limit: 9 })).toMatchObject({ firstSeq: 4, head: 6 });
  expect([temporary.log.verify(A), temporary.log.verify(B)]).toEqual([null, null]);
  outside.exec("UPDATE events SET data = '{}' WHERE session = 2 AND seq = 4");
  expect(temporary.log.verify(B)).toBe(4);
});

test("whether an event is linked is what computing its chain says, for any text and any length", () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("", "ü".repeat(30_000), "x".repeat(70_000), "🎉"),
  );
  fc.assert(
    fc.property(fc.record({ seq: fc.nat(), at: anyText, type: anyText, by: anyText, data: anyText }), (event) => {
      const before = genesis(A);
      const chain = nextChain(before, event);
      expect(isLinked(before, event, chain)).toBe(true);
      expect(isLinked(before, { ...event, data: `${event.data}!` }, chain)).toBe(false);
      expect(isLinked(chain, event, chain)).toBe(false);
      expect(isLinked(before, event, chain.subarray(1))).toBe(false);
      expect(isLinked(before.subarray(1), event, chain)).toBe(false);
    }),
  );
});
