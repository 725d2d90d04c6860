// What is left of a log after each kind of damage, and what people are told.
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type RecoveryReport, readWitness } from "../../../src/log/index.ts";
import { makeBackup } from "../../../src/log/sqlite/backup/make-backup.ts";
import { idOf, markOf, NOW, nextChange, PAGE, Scene } from "./scene.ts";

const epochOf = (scene: Scene): unknown => scene.rows("SELECT epoch FROM meta")[0]?.epoch;

/** The seqs that a report names, as `id:seq`. */
const named = ({ missing }: RecoveryReport, formerIds: ReadonlyMap<string, string> = new Map()): string[] =>
  missing.flatMap(({ session, from, to }) =>
    Array.from({ length: to - from + 1 }, (_, index) => `${formerIds.get(session) ?? session}:${from + index}`),
  );

/** A session whose row and first event are both gone has another id now: the one that it had is in the marks of its events. */
function formerIdsIn(scene: Scene, before: ReadonlyMap<string, string[]>): Map<string, string> {
  const renamed = [...scene.lines()].filter(([id]) => !before.has(id));
  return new Map(
    renamed.flatMap(([id, lines]) => {
      const former = [...before.keys()].find((one) => lines.some((line) => line.includes(`<${one.slice(0, 8)}:`)));
      return former === undefined ? [] : [[id, former] as const];
    }),
  );
}

/** Every event, under the id that its session had. */
function linesIn(scene: Scene, before: ReadonlyMap<string, string[]>): Map<string, string[]> {
  const formerIds = formerIdsIn(scene, before);
  return new Map([...scene.lines()].map(([id, lines]) => [formerIds.get(id) ?? id, lines]));
}

/** The seqs that are placeholders now, or whose first event was made anew. */
function lostIn(scene: Scene, before: ReadonlyMap<string, string[]>): string[] {
  const after = linesIn(scene, before);
  return [...before].flatMap(([id, lines]) =>
    lines.flatMap((line, index) => (after.get(id)?.[index] === line ? [] : [`${id}:${index + 1}`])),
  );
}

/** How many databases each property ruins. */
const numRuns = Number(process.env.SKEIN_DAMAGES ?? 40);
const timeout = process.env.SKEIN_DAMAGES ? 7_200_000 : 300_000;

describe("pages that were destroyed", () => {
  test("[A-13] cost the events that were on them and no other; the report counts each one, and names all but those at the end of a session whose row is gone", {
    timeout,
  }, async () => {
    const scene = new Scene();
    await scene.fill({ sessions: 5, events: 400, textLength: (seq) => (seq % 50 === 0 ? 9000 : (seq * 37) % 400) });
    const before = scene.lines();
    const summaries = scene.summaries();
    const epoch = epochOf(scene);
    const whole = scene.bytes();
    const total = [...before.values()].flat().length;
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(scene.pageCount - 1), { minLength: 1, maxLength: 4 }),
        fc.constantFrom<"zeroes" | "noise" | "other page">("zeroes", "noise", "other page"),
        fc.nat(),
        (pages, kind, seed) => {
          rmSync(scene.places.damaged, { recursive: true, force: true });
          const bytes = Buffer.from(whole);
          for (const page of pages)
            bytes.fill(filler(kind, { whole, seed: seed + page }), page * PAGE, (page + 1) * PAGE);
          writeFileSync(scene.path, bytes);
          const report = scene.recover();
          const lost = lostIn(scene, before);
          // Where the row of a session went, too, nobody knows how far it had come: what is gone from its end has no name.
          const formerIds = formerIdsIn(scene, before);
          for (const id of formerIds.values()) expect(lost).toContain(`${id}:1`);
          const told = named(report!, formerIds);
          const nameless = lost.filter((place) => !told.includes(place));
          expect(told.sort()).toEqual(lost.filter((place) => !nameless.includes(place)).sort());
          const after = linesIn(scene, before);
          expect(nameless.filter((place) => !isAtEnd(place, after))).toEqual([]);
          if (nameless.length > 0) expect(report).toMatchObject({ newEpoch: true });
          expect(report).toMatchObject({ events: { lost: lost.length, found: total - lost.length } });
          expect(lost.filter((place) => isElsewhere(place, { whole, pages }))).toEqual([]);
          expect(scene.keptBytes("skein.db").equals(bytes)).toBe(true);
          if (lost.length > 0) return;
          expect(scene.summaries()).toEqual(summaries);
          expect(epochOf(scene)).toBe(epoch);
        },
      ),
      {
        numRuns,
        examples: [
          [[2, 294], "zeroes", 0],
          [[3, 32], "zeroes", 0],
          [[2, 3], "other page", 7],
        ],
      },
    );
  });

  test("[A-13] a page of one table that was written over the root of another costs the rows of that root, and none of the pages that the copy points to", async () => {
    const scene = new Scene();
    await scene.fill({ sessions: 5, events: 400 });
    const before = scene.lines();
    const from = scene.rootOf("events");
    const to = scene.rootOf("sessions");
    scene.damage((bytes) => bytes.copyWithin((to - 1) * PAGE, (from - 1) * PAGE, from * PAGE));
    const report = scene.recover();
    expect(report).toMatchObject({ events: { found: 2000, lost: 0 } });
    expect(lostIn(scene, before)).toEqual([]);
  });

  /** Whether the session ends before the event now. */
  function isAtEnd(place: string, after: ReadonlyMap<string, string[]>): boolean {
    const [id = "", seq] = place.split(":");
    return (after.get(id)?.length ?? 0) < Number(seq);
  }

  function filler(kind: string, { whole, seed }: { whole: Buffer; seed: number }): Buffer {
    if (kind === "zeroes") return Buffer.alloc(PAGE);
    if (kind === "other page") {
      const from = (seed % (whole.length / PAGE)) * PAGE;
      return whole.subarray(from, from + PAGE);
    }
    let state = seed + 1;
    return Buffer.from(
      Array.from({ length: PAGE }, () => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        return state >>> 24;
      }),
    );
  }

  /** Whether no byte of the event can have been on these pages: neither its row nor where a long one goes on. */
  function isElsewhere(place: string, { whole, pages }: { whole: Buffer; pages: readonly number[] }): boolean {
    const [id = "", seq] = place.split(":");
    const mark = Number(seq) === 1 ? `"name":"name-${id.slice(0, 8)}"` : markOf(id, Number(seq));
    const isLong = Number(seq) % 50 === 0;
    // Also where only a copy of it can be that SQLite left behind.
    return !isLong && !pages.some((page) => whole.subarray(page * PAGE, (page + 1) * PAGE).includes(mark));
  }

  test("an event that a backup has is taken from there", async () => {
    const scene = new Scene();
    await scene.fill({ sessions: 3, events: 300 });
    const { name } = makeBackup(scene.places, { now: NOW, reason: "request" });
    const before = scene.lines();
    const [, second = 0, third = 0] = scene.pagesOf("events");
    scene.damage((bytes) =>
      bytes.fill(0, (second - 1) * PAGE, second * PAGE).fill(1, (third - 1) * PAGE, third * PAGE),
    );
    const report = scene.recover();
    expect(report).toMatchObject({ generation: name, newEpoch: false, missing: [], events: { lost: 0, found: 900 } });
    expect(report?.events.fromGeneration).toBeGreaterThan(10);
    expect(scene.lines()).toEqual(before);
  });

  test("of sessions' rows: they are folded anew, under the ids that they had", async () => {
    const scene = new Scene();
    await scene.fill({ sessions: 4, events: 50 });
    const [summaries, lines, epoch] = [scene.summaries(), scene.lines(), epochOf(scene)];
    const pages = scene.pagesOf("sessions");
    scene.damage((bytes) => {
      for (const page of pages) bytes.fill(7, (page - 1) * PAGE, page * PAGE);
      return bytes;
    });
    expect(scene.recover()).toMatchObject({ sessions: 4, newEpoch: false, events: { found: 200, lost: 0 } });
    expect(scene.summaries()).toEqual(summaries);
    expect(scene.lines()).toEqual(lines);
    expect(epochOf(scene)).toBe(epoch);
  });

  test("a session whose id nobody knows any more gets a new one, and a name to find it by", async () => {
    const scene = new Scene();
    await scene.fill({ sessions: 1, events: 5 });
    scene.exec(`DELETE FROM receipts; DELETE FROM workspaces; DELETE FROM sessions; DELETE FROM events WHERE seq = 1`);
    const report = scene.recover();
    expect(report).toMatchObject({ sessions: 1, newEpoch: true, events: { found: 4, lost: 1 } });
    const [session] = scene.rows("SELECT id, name FROM sessions");
    expect(session).toEqual({ id: report?.missing[0]?.session, name: "recovered" });
    expect(session?.id).not.toBe(idOf(0));
  });

  test("a session that lost its first event is still its agent's, in its directory", async () => {
    const scene = new Scene();
    await scene.fill({ sessions: 1, events: 30 });
    const [before] = scene.summaries() as { summary: string }[];
    scene.exec("DELETE FROM events WHERE seq <= 3");
    scene.recover();
    const [after] = scene.summaries() as { summary: string }[];
    const { agent, workspace, name } = JSON.parse(before!.summary);
    expect(JSON.parse(after!.summary)).toMatchObject({ agent, workspace, name, head: 30 });
    expect(scene.lines().get(idOf(0))?.slice(0, 3)).toEqual([
      expect.stringContaining("1 session_start"),
      "lost",
      "lost",
    ]);
  });
});

describe("a flipped bit", () => {
  test("[A-13] in an event loses that one event, or none when a backup has it", async () => {
    for (const hasBackup of [false, true]) {
      const scene = new Scene();
      await scene.fill({ sessions: 2, events: 40 });
      const before = scene.lines();
      if (hasBackup) makeBackup(scene.places, { now: NOW, reason: "request" });
      scene.damage((bytes) => {
        const at = bytes.indexOf(`${markOf(idOf(1), 23)}x`) + 30;
        bytes[at] = (bytes[at] ?? 0) ^ 0x02;
        return bytes;
      });
      const report = scene.recover();
      expect(report?.missing).toEqual(hasBackup ? [] : [{ session: idOf(1), from: 23, to: 23 }]);
      expect(lostIn(scene, before)).toEqual(hasBackup ? [] : [`${idOf(1)}:23`]);
      expect(report?.newEpoch).toBe(false);
    }
  });

  test("anywhere in the file leaves a whole log, in which at most a page of events is missing", {
    timeout,
  }, async () => {
    const scene = new Scene();
    await scene.fill({ sessions: 3, events: 120 });
    const before = scene.lines();
    const whole = scene.bytes();
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(7), (at, bit) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        writeFileSync(scene.path, bytes);
        const report = scene.recover();
        const lost = lostIn(scene, before);
        expect(named(report!)).toEqual(lost);
        expect(lost.length).toBeLessThan(25);
      }),
      { numRuns: Number(process.env.SKEIN_DAMAGES ?? 60) },
    );
  });

  test("in the seq of an event loses that one, and not the one in whose place it stands now", async () => {
    const scene = new Scene();
    await scene.fill({ sessions: 1, events: 20 });
    const before = scene.lines();
    scene.damage((bytes) => {
      // The seq stands right before the time, also in a copy that SQLite left behind. The right event 11 is found later.
      for (
        let mark = bytes.indexOf(markOf(idOf(0), 10));
        mark >= 0;
        mark = bytes.indexOf(markOf(idOf(0), 10), mark + 1)
      ) {
        const at = bytes.lastIndexOf("2026-", mark) - 1;
        expect(bytes[at]).toBe(10);
        bytes[at] = 11;
      }
      return bytes;
    });
    expect(scene.recover()?.missing).toEqual([{ session: idOf(0), from: 10, to: 10 }]);
    expect(lostIn(scene, before)).toEqual([`${idOf(0)}:10`]);
  });

  test.for(["id", "summary"])(
    "in the %s of a session's row loses nothing: the other one has its id, too",
    async (column) => {
      const scene = new Scene();
      await scene.fill({ sessions: 2, events: 20 });
      const [lines, summaries] = [scene.lines(), scene.summaries()];
      scene.exec(
        `UPDATE sessions SET ${column} = replace(${column}, '${idOf(1)}', '1${idOf(1).slice(1)}') WHERE key = 2`,
      );
      expect(scene.recover()).toMatchObject({ events: { found: 40, lost: 0 }, newEpoch: false, sessions: 2 });
      expect([scene.lines(), scene.summaries()]).toEqual([lines, summaries]);
    },
  );

  test("in the first seq of a session's row loses nothing: the first event shows that it is the first", async () => {
    const scene = new Scene();
    await scene.fill({ sessions: 2, events: 20 });
    const before = scene.lines();
    scene.exec("UPDATE sessions SET first_seq = 9 WHERE key = 2");
    expect(scene.recover()).toMatchObject({ events: { found: 40, lost: 0 }, newEpoch: false });
    expect(scene.lines()).toEqual(before);
  });

  test("in any other field of a session's row loses nothing: the row is folded from the events", async () => {
    const scene = new Scene();
    await scene.fill({ sessions: 2, events: 20 });
    const summaries = scene.summaries();
    scene.exec(`UPDATE sessions SET name = 'nbme', workspace = 'v1', last_active_at = '2025', busy = 0,
      summary = replace(summary, '"agent":"demo"', '"agent":"dem/"') WHERE key = 2`);
    expect(scene.recover()).toMatchObject({ events: { found: 40, lost: 0 }, newEpoch: false });
    expect(scene.summaries()).toEqual(summaries);
  });

  test.for(["", "DELETE FROM sessions;"])(
    "in the seq of an event, so that it is very high, loses that one and makes no long gap (%s)",
    async (also) => {
      const scene = new Scene();
      await scene.fill({ sessions: 2, events: 20 });
      scene.exec(`${also} UPDATE events SET seq = 1000007 WHERE session = 2 AND seq = 7`);
      expect(scene.recover()).toMatchObject({
        events: { found: 39, lost: 1 },
        missing: [{ session: idOf(1), from: 7, to: 7 }],
      });
    },
  );

  test("in the head of a session's row, so that it is very high, loses nothing and makes no long gap", async () => {
    const scene = new Scene();
    await scene.fill({ sessions: 2, events: 20 });
    const before = scene.lines();
    scene.exec("UPDATE sessions SET head = 1000020 WHERE key = 2");
    expect(scene.recover()).toMatchObject({ events: { found: 40, lost: 0 }, missing: [], newEpoch: false });
    expect(scene.lines()).toEqual(before);
  });

  test("in the hash of an event loses nothing: what follows vouches for it", async () => {
    const scene = new Scene();
    await scene.fill({ sessions: 1, events: 20 });
    const before = scene.lines();
    scene.exec("UPDATE events SET chain = zeroblob(32) WHERE seq IN (7, 20)");
    expect(scene.recover()).toMatchObject({ events: { found: 20, lost: 0 } });
    expect(scene.lines()).toEqual(before);
  });
});

describe("the file as a whole", () => {
  test.for<[what: string, damage: (scene: Scene) => void, reason: RegExp]>([
    ["gone", (scene) => rmSync(scene.path), /is gone/],
    ["empty", (scene) => writeFileSync(scene.path, ""), /is empty/],
    ["something else", (scene) => writeFileSync(scene.path, "a diary: ".repeat(900)), /does not begin like a database/],
  ])(
    "[A-13] %s: everything comes back from the newest backup, and the rest is said to be missing",
    async ([, damage, reason]) => {
      const scene = new Scene();
      await scene.fill({ sessions: 2, events: 30 });
      const { name } = makeBackup(scene.places, { now: NOW, reason: "request" });
      const [lines, summaries, epoch] = [scene.lines(), scene.summaries(), epochOf(scene)];
      damage(scene);
      expect(scene.start()).toMatchObject({
        generation: name,
        reason: expect.stringMatching(reason),
        events: { found: 60, fromGeneration: 60, lost: 0 },
        newEpoch: false,
      });
      expect([scene.lines(), scene.summaries(), epochOf(scene)]).toEqual([lines, summaries, epoch]);
      expect(scene.start()).toBeNull();
    },
  );

  test("what was written after the backup is counted as lost, and cursors from before are void", async () => {
    const scene = new Scene();
    await scene.fill({ sessions: 2, events: 30 });
    makeBackup(scene.places, { now: NOW, reason: "request" });
    const epoch = epochOf(scene);
    scene.witness(String(epoch), 64);
    rmSync(scene.path);
    expect(scene.start()).toMatchObject({ newEpoch: true, lostWithoutPlace: 4, events: { found: 60, lost: 4 } });
    expect(epochOf(scene)).not.toBe(epoch);
    expect(scene.rows("SELECT last_commit FROM meta")).toEqual([{ last_commit: 64 }]);
  });

  test.for(["zeroes", "zeroes, without a copy of the first page"])(
    "the first page of %s loses nothing",
    async (how) => {
      const scene = new Scene();
      await scene.fill({ sessions: 3, events: 60 });
      expect(scene.start()).toBeNull();
      const before = [scene.lines(), scene.summaries(), epochOf(scene)];
      if (how !== "zeroes") rmSync(`${scene.path}.page1`);
      scene.damage((bytes) => bytes.fill(0, 0, PAGE));
      expect(scene.start()).toMatchObject({ events: { found: 180, lost: 0 }, newEpoch: false });
      expect([scene.lines(), scene.summaries(), epochOf(scene)]).toEqual(before);
    },
  );

  test("a bit that flips in how a table or an index was made loses nothing, and the copy of the first page stays good", async () => {
    const scene = new Scene();
    await scene.fill({ sessions: 2, events: 30 });
    expect(scene.start()).toBeNull();
    const before = [scene.lines(), scene.summaries(), epochOf(scene)];
    const whole = scene.bytes();
    const copy = scene.bytes(".page1");
    const texts = scene.rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL").flatMap(({ sql }) => {
      const start = whole.lastIndexOf(String(sql));
      return start < 0 ? [] : [{ start, length: String(sql).length }];
    });
    let noticed = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...texts), fc.nat(), fc.nat(7), async ({ start, length }, offset, bit) => {
        rmSync(scene.places.damaged, { recursive: true, force: true });
        const bytes = Buffer.from(whole);
        const at = start + (offset % length);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        writeFileSync(scene.path, bytes);
        writeFileSync(`${scene.path}.page1`, copy);
        const log = scene.open();
        expect(log.sessions({ limit: 9 })).toHaveLength(2);
        await log.close();
        expect([scene.lines(), scene.summaries(), epochOf(scene)]).toEqual(before);
        // Texts that were replaced by others still stand in the page, and mean nothing.
        if (!existsSync(scene.places.damaged)) return;
        noticed++;
        expect(scene.bytes(".page1").includes(bytes.subarray(start, start + length))).toBe(false);
      }),
      { numRuns },
    );
    expect(noticed).toBeGreaterThan(10);
  });

  test("[A-13] everything ruined: it starts empty, keeps all that it found, and says so", async () => {
    const scene = new Scene();
    await scene.fill({ sessions: 2, events: 30 });
    const { path } = makeBackup(scene.places, { now: NOW, reason: "request" });
    writeFileSync(path, "noise".repeat(5000));
    scene.damage((bytes) => bytes.fill(0xa5));
    const report = scene.start();
    expect(report).toMatchObject({ sessions: 0, events: { found: 0, lost: 60 }, newEpoch: true });
    expect(scene.kept()).toEqual(expect.arrayContaining(["report.json", "skein.db"]));
    expect(scene.keptBytes("skein.db").every((byte) => byte === 0xa5)).toBe(true);
    expect(JSON.parse(scene.keptBytes("report.json").toString())).toEqual(report);
    expect(readdirSync(scene.places.backups)).toHaveLength(1);
    const log = scene.open();
    expect(log.sessions({ limit: 9 })).toEqual([]);
    await log.close();
  });

  test("[A-13] cut short at any place: what is behind the cut is missing and nothing else", { timeout }, async () => {
    const scene = new Scene();
    await scene.fill({ sessions: 2, events: 40, textLength: () => 300 });
    const before = scene.lines();
    const whole = scene.bytes();
    const cuts = Array.from({ length: PAGE }, (_, cut) => cut + 1);
    for (const cut of cuts.filter((one) => process.env.SKEIN_DAMAGES || one % 257 === 0 || one < 3 || one > PAGE - 2)) {
      rmSync(scene.places.damaged, { recursive: true, force: true });
      writeFileSync(scene.path, whole.subarray(0, whole.length - cut));
      const report = scene.start();
      expect(report?.reason).toMatch(/cut short/);
      expect(named(report!)).toEqual(lostIn(scene, before));
      expect(report!.events.lost).toBeLessThan(15);
    }
  });

  test("a version that no Skein will ever have is damage", async () => {
    const scene = new Scene();
    await scene.fill({ sessions: 1, events: 20 });
    const before = scene.lines();
    scene.damage((bytes) => {
      bytes.writeUInt32BE(bytes.readUInt32BE(60) + 0x400000, 60);
      return bytes;
    });
    expect(scene.start()).toMatchObject({ events: { found: 20, lost: 0 }, newEpoch: false });
    expect(scene.lines()).toEqual(before);
  });

  test.for([
    ["how it may be written", 18, 0],
    ["how it may be written", 18, 3],
    ["how it may be written", 18, 255],
    ["how it may be read", 19, 0],
    ["how it may be read", 19, 3],
    ["how it may be read", 19, 130],
    ["how its tables are stored", 47, 5],
    ["how its tables are stored", 47, 132],
  ] as const)("a header that says of %s (byte %i) what no database does (%i) loses nothing", async ([, at, value]) => {
    const scene = new Scene();
    await scene.fill({ sessions: 2, events: 20 });
    expect(scene.start()).toBeNull();
    const [lines, epoch] = [scene.lines(), epochOf(scene)];
    scene.damage((bytes) => {
      bytes[at] = value;
      return bytes;
    });
    const log = scene.open();
    expect(log.sessions({ limit: 9 })).toHaveLength(2);
    await log.append(nextChange(log));
    await log.close();
    expect(JSON.parse(scene.keptBytes("report.json").toString())).toMatchObject({
      reason: "its header has impossible values",
      events: { found: 40, lost: 0 },
      newEpoch: false,
    });
    expect(epochOf(scene)).toBe(epoch);
    const after = new Map([...scene.lines()].map(([id, all]) => [id, all.slice(0, 20)]));
    expect(after).toEqual(lines);
  });

  test("a home where nothing was ever written is in order", () => {
    const scene = new Scene();
    expect(scene.start()).toBeNull();
    writeFileSync(scene.path, "");
    expect(scene.start()).toBeNull();
    expect(existsSync(scene.places.damaged)).toBe(false);
  });

  test("a healthy log is left alone, killed or closed", async () => {
    const scene = new Scene();
    await scene.fill({ sessions: 2, events: 30 });
    expect(scene.start()).toBeNull();
    await scene.abandon(async (log) => {
      await log.append(nextChange(log));
    });
    expect(scene.start()).toBeNull();
    expect(readWitness(scene.path)?.lastCommit).toBe(61);
  });
});
