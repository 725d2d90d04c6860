import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { genesis, isLinked, nextChain } from "../../src/log/chain.ts";
import type { EventText } from "../../src/log/event-line.ts";
import { A, B, changeFor } from "../contracts/log/samples.ts";
import { type TemporaryLog, temporaryLog } from "./temporary-log.ts";

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

describe("a fork goes on from its parent's chain", () => {
  /** A has five events; B is a fork after the third, with three of its own. */
  async function forked(): Promise<TemporaryLog> {
    const temporary = temporaryLog();
    await temporary.log.append(changeFor(A, [1, 5]));
    await temporary.log.append(changeFor(B, [4, 6], { base: { session: A, seq: 3 } }));
    return temporary;
  }

  test("at the event before its first", async () => {
    const { log, outside } = await forked();
    const link = outside.prepare("SELECT chain FROM events WHERE session = 1 AND seq = 3").get();
    const row = outside
      .prepare("SELECT base_session, base_seq, first_seq, first_chain FROM sessions WHERE key = 2")
      .get();
    expect(row).toEqual({ base_session: 1, base_seq: 3, first_seq: 4, first_chain: link?.chain });
    expect([log.verify(A), log.verify(B)]).toEqual([null, null]);
  });

  test.for<[what: string, tamper: string, inOriginal: number | null, inFork: number | null]>([
    ["in its own events", "UPDATE events SET data = '{}' WHERE session = 2 AND seq = 5", null, 5],
    ["in what it inherits", "UPDATE events SET data = '{}' WHERE session = 1 AND seq = 2", 2, 2],
    ["in the event before its first", "UPDATE events SET chain = zeroblob(32) WHERE session = 1 AND seq = 3", 3, 3],
    ["after what it inherits", "UPDATE events SET data = '{}' WHERE session = 1 AND seq = 4", 4, null],
    ["where it begins", "UPDATE sessions SET first_chain = zeroblob(32) WHERE key = 2", null, 4],
    ["in what it refers to", "UPDATE sessions SET base_session = 77 WHERE key = 2", null, 4],
    ["in which event it refers to", "UPDATE sessions SET base_seq = 2 WHERE key = 2", null, 4],
    ["in circles", "UPDATE sessions SET base_session = 2, base_seq = 3 WHERE key = 1", 1, 4],
    ["at its base, missing", "DELETE FROM events WHERE session = 1 AND seq = 3", 3, 3],
  ])("damage %s is found", async ([, tamper, inOriginal, inFork]) => {
    const { log, outside } = await forked();
    outside.exec(tamper);
    expect([log.verify(A), log.verify(B)]).toEqual([inOriginal, inFork]);
  });
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
