// What is left of forks after damage: to themselves, and to what they branched off from.
import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeRecovery } from "../../../src/log/index.ts";
import { listBackups } from "../../../src/log/sqlite/backup/list-backups.ts";
import { makeBackup } from "../../../src/log/sqlite/backup/make-backup.ts";
import { branch, histories, historyOf } from "./fork-scene.ts";
import { idOf, NOW, PAGE, Scene } from "./scene.ts";

/** A session of 60 events; a fork after the 50th with 10 of its own; a fork of that after 55, with 5. */
async function forked(): Promise<Scene> {
  const scene = new Scene();
  await scene.fill({ sessions: 1, events: 60 });
  await branch(scene, [
    { n: 1, of: 0, at: 50, events: 10 },
    { n: 2, of: 1, at: 55, events: 5 },
  ]);
  return scene;
}

const [original, fork, second] = [idOf(0), idOf(1), idOf(2)];
const whole = new Map([
  [original, historyOf([0, 1, 60])],
  [fork, historyOf([0, 1, 50], [1, 51, 60])],
  [second, historyOf([0, 1, 50], [1, 51, 55], [2, 56, 60])],
]);

const epochOf = (scene: Scene): unknown => scene.rows("SELECT epoch FROM meta")[0]?.epoch;

test("forks are as they were when nothing of them was damaged", async () => {
  const scene = await forked();
  const before = [scene.lines(), scene.summaries(), epochOf(scene)];
  expect(await histories(scene)).toEqual(whole);
  expect(scene.recover()).toMatchObject({
    sessions: 3,
    events: { found: 75, lost: 0 },
    withoutBase: [],
    newEpoch: false,
  });
  expect([scene.lines(), scene.summaries(), epochOf(scene)]).toEqual(before);
  expect(await histories(scene)).toEqual(whole);
});

test("[A-11] a backup has its forks, and gives back what they inherit", async () => {
  const scene = await forked();
  makeBackup(scene.places, { now: NOW, reason: "request" });
  expect(listBackups(scene.places)).toMatchObject([{ isGood: true, sessions: 3, events: 75 }]);
  const before = [scene.lines(), scene.summaries(), epochOf(scene)];
  scene.exec("DELETE FROM sessions; DELETE FROM events WHERE seq IN (3, 50, 51, 56)");
  expect(scene.recover()).toMatchObject({ events: { found: 75, lost: 0 }, newEpoch: false });
  expect([scene.lines(), scene.summaries(), epochOf(scene)]).toEqual(before);
});

describe("what a fork inherits", () => {
  test("is found by the chain alone when the session that wrote it lost its row and its id", async () => {
    const scene = await forked();
    scene.exec("DELETE FROM sessions; DELETE FROM receipts; DELETE FROM workspaces; DELETE FROM events WHERE seq = 1");
    scene.recover();
    expect([...(await histories(scene)).values()].map((events) => events.length)).toEqual([60, 60, 60]);
  });

  test.for([3, 50])("is lost for it, too, and nothing of its own: event %i", async (seq) => {
    const scene = await forked();
    const [lines, summaries] = [scene.lines(), scene.summaries()];
    scene.exec(`DELETE FROM events WHERE session = 1 AND seq = ${seq}`);
    expect(scene.recover()).toMatchObject({
      missing: [{ session: original, from: seq, to: seq }],
      events: { found: 74, lost: 1 },
      withoutBase: [],
      newEpoch: false,
    });
    const placed = (history: string[]): string[] => history.with(seq - 1, `${history[seq - 1]} lost`);
    expect(await histories(scene)).toEqual(new Map([...whole].map(([id, history]) => [id, placed(history)])));
    const after = scene.lines();
    expect([after.get(fork), after.get(second)]).toEqual([lines.get(fork), lines.get(second)]);
    expect(scene.summaries().slice(1)).toEqual(summaries.slice(1));
  });

  test("is not touched by what is lost after it branched off", async () => {
    const scene = await forked();
    scene.exec("DELETE FROM events WHERE session = 1 AND seq = 51");
    expect(scene.recover()).toMatchObject({ missing: [{ session: original, from: 51, to: 51 }] });
    const after = await histories(scene);
    expect([after.get(fork), after.get(second)]).toEqual([whole.get(fork), whole.get(second)]);
  });

  test("comes back as placeholders when the session is lost as a whole, under the id that it had", async () => {
    const scene = await forked();
    const lines = scene.lines();
    scene.exec("DELETE FROM sessions WHERE key = 1; DELETE FROM events WHERE session = 1");
    const report = scene.recover();
    expect(report).toMatchObject({
      missing: [{ session: original, from: 1, to: 50 }],
      events: { found: 15, lost: 60 },
      lostWithoutPlace: 10,
      withoutBase: [],
      newEpoch: true,
    });
    expect(await histories(scene)).toEqual(
      new Map([
        [original, historyOf([0, 1, 50, "lost"])],
        [fork, historyOf([0, 1, 50, "lost"], [1, 51, 60])],
        [second, historyOf([0, 1, 50, "lost"], [1, 51, 55], [2, 56, 60])],
      ]),
    );
    const after = scene.lines();
    expect([after.get(fork), after.get(second)]).toEqual([lines.get(fork), lines.get(second)]);
  });

  test("comes back so also when only the first event of the fork says what it was", async () => {
    const scene = await forked();
    scene.exec("DELETE FROM sessions; DELETE FROM events WHERE session = 1");
    expect(scene.recover()).toMatchObject({ missing: [{ session: original, from: 1, to: 50 }], withoutBase: [] });
    const after = await histories(scene);
    expect(after.get(fork)).toEqual(historyOf([0, 1, 50, "lost"], [1, 51, 60]));
    expect(after.get(second)).toEqual(historyOf([0, 1, 50, "lost"], [1, 51, 55], [2, 56, 60]));
  });

  test("is as long as the fork needs it, also where nobody knows how long it was", async () => {
    const scene = await forked();
    scene.exec("DELETE FROM sessions WHERE key = 1; DELETE FROM events WHERE session = 1 AND seq > 40");
    expect(scene.recover()).toMatchObject({ missing: [{ session: original, from: 41, to: 50 }], lostWithoutPlace: 10 });
    const after = await histories(scene);
    expect(after.get(original)).toEqual(historyOf([0, 1, 40], [0, 41, 50, "lost"]));
    expect(after.get(fork)).toEqual(historyOf([0, 1, 40], [0, 41, 50, "lost"], [1, 51, 60]));
  });
});

describe("a fork without its row", () => {
  test("is known by its prompts, and goes on from the event that its first one is chained to", async () => {
    const scene = await forked();
    const before = [scene.lines(), scene.summaries(), epochOf(scene)];
    scene.exec("DELETE FROM sessions");
    expect(scene.recover()).toMatchObject({ sessions: 3, events: { found: 75, lost: 0 }, newEpoch: false });
    expect([scene.lines(), scene.summaries(), epochOf(scene)]).toEqual(before);
    expect(await histories(scene)).toEqual(whole);
  });

  test("that nobody knows gets a new id, and still has everything", async () => {
    const scene = await forked();
    scene.exec("DELETE FROM sessions WHERE key = 2; DELETE FROM receipts");
    expect(scene.recover()).toMatchObject({ sessions: 3, events: { found: 75, lost: 0 }, newEpoch: true });
    const [renamed] = scene.rows("SELECT id, name FROM sessions WHERE key = 2");
    expect(renamed?.id).not.toBe(fork);
    expect(renamed?.name).toBe("fork-1");
    const [after = []] = [...(await histories(scene))].flatMap(([id, history]) =>
      id === renamed?.id ? [history] : [],
    );
    expect(after.map((place) => place.split(":")[1])).toEqual(whole.get(fork)?.map((place) => place.split(":")[1]));
    expect(after[49]).toBe(`${original.slice(0, 8)}:50`);
  });

  test("and without its first event keeps the others, and the report says that its beginning is not known", async () => {
    const scene = await forked();
    const lines = scene.lines();
    scene.exec("DELETE FROM sessions WHERE key = 2; DELETE FROM events WHERE session = 2 AND seq = 51");
    const report = scene.recover();
    expect(report).toMatchObject({
      withoutBase: [fork],
      missing: [],
      lostWithoutPlace: 1,
      events: { found: 74, lost: 1 },
    });
    expect(describeRecovery(report!)).toContain("1 fork lost what came before: it begins with its own events.");
    const after = await histories(scene);
    expect(after.get(fork)).toEqual(historyOf([1, 52, 60]));
    expect(after.get(second)).toEqual(historyOf([1, 52, 55], [2, 56, 60]));
    expect(scene.lines().get(fork)).toEqual(lines.get(fork)?.slice(1));
    const log = scene.open();
    expect(log.read({ session: fork, after: 0, limit: 1 })).toMatchObject({ firstSeq: 52, head: 60 });
    expect([fork, second].map((id) => log.verify(id))).toEqual([null, null]);
    await log.close();
    // Looked at again, nothing more is missing.
    expect(scene.recover()).toMatchObject({ events: { found: 74, lost: 1 }, withoutBase: [fork] });
    expect((await histories(scene)).get(fork)).toEqual(historyOf([1, 52, 60]));
  });

  test("and of a fork that is lost as a whole begins with its own events: what came before is not known", async () => {
    const scene = await forked();
    scene.exec("DELETE FROM sessions WHERE key = 2; DELETE FROM events WHERE session = 2");
    expect(scene.recover()).toMatchObject({ withoutBase: [second], events: { found: 65, lost: 10 }, newEpoch: true });
    expect(await histories(scene)).toEqual(
      new Map([
        [original, whole.get(original)],
        [second, historyOf([2, 56, 60])],
      ]),
    );
  });
});

test("a fork that lost its first event is still the fork that it was", async () => {
  const scene = await forked();
  const [before] = scene.rows(`SELECT summary FROM sessions WHERE id = '${fork}'`);
  scene.exec("DELETE FROM events WHERE session = 2 AND seq = 51");
  expect(scene.recover()).toMatchObject({ missing: [{ session: fork, from: 51, to: 51 }], withoutBase: [] });
  const [after] = scene.rows(`SELECT summary FROM sessions WHERE id = '${fork}'`);
  const { agent, workspace, name, fork: base } = JSON.parse(String(before?.summary));
  expect(JSON.parse(String(after?.summary))).toMatchObject({ agent, workspace, name, fork: base, head: 60 });
  expect((await histories(scene)).get(fork)).toEqual(whole.get(fork));
});

test.for<[what: string, set: string]>([
  ["which session it refers to", "base_session = 77"],
  ["which session it refers to, leading in circles", "base_session = 3"],
  ["which event it refers to", "base_seq = 48"],
  ["where it begins", "first_seq = 52"],
  ["what its first event is chained to", "first_chain = zeroblob(32)"],
])("damage to what a fork's row says, %s, loses nothing", async ([, set]) => {
  const scene = await forked();
  const before = [scene.lines(), scene.summaries(), epochOf(scene)];
  scene.exec(`UPDATE sessions SET ${set} WHERE key = 2`);
  expect(scene.recover()).toMatchObject({ events: { found: 75, lost: 0 }, withoutBase: [], newEpoch: false });
  expect([scene.lines(), scene.summaries(), epochOf(scene)]).toEqual(before);
  expect(await histories(scene)).toEqual(whole);
});

test("damage to the hash of the event that a fork begins after loses nothing", async () => {
  const scene = await forked();
  scene.exec("UPDATE events SET chain = zeroblob(32) WHERE session = 1 AND seq = 50");
  expect(scene.recover()).toMatchObject({ events: { found: 75, lost: 0 }, withoutBase: [], newEpoch: false });
  expect(await histories(scene)).toEqual(whole);
});

test("whatever pages are destroyed or bits are flipped, every event elsewhere is kept in its place, and every log can be read", async () => {
  const scene = new Scene();
  await scene.fill({ sessions: 3, events: 120 });
  const heads = [120, 120, 120];
  const branches = Array.from({ length: 12 }, (_, index) => {
    const of = (index * 7) % heads.length;
    const at = Math.floor((heads[of] ?? 0) * (0.4 + index / 20));
    const events = 6 + index;
    return { n: heads.push(at + events) - 1, of, at, events };
  });
  await branch(scene, branches);
  const intact = scene.bytes();
  const places = [...scene.lines()].flatMap(([id, lines]) =>
    lines.flatMap((line) => {
      const [, mark = ""] = /(<\d{8}:\d+>)/.exec(line) ?? [];
      return mark ? [{ id, mark, seq: Number(line.split(" ")[0]) }] : [];
    }),
  );
  const destroyedPages = fc.uniqueArray(fc.nat(scene.pageCount - 1), { minLength: 1, maxLength: 5 });
  const flippedBit = fc.tuple(fc.nat(intact.length - 1), fc.nat(7));
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        destroyedPages,
        flippedBit.map(([at, bit]) => ({ at, bit })),
      ),
      async (damage) => {
        const bytes = Buffer.from(intact);
        const destroyed = Array.isArray(damage) ? damage : [Math.floor(damage.at / PAGE)];
        if (Array.isArray(damage)) for (const page of destroyed) bytes.fill(0, page * PAGE, (page + 1) * PAGE);
        else bytes[damage.at] = (bytes[damage.at] ?? 0) ^ (1 << damage.bit);
        writeFileSync(scene.path, bytes);
        scene.recover();
        const after = new Map(
          [...scene.lines().values()].flat().map((line) => [/(<\d{8}:\d+>)/.exec(line)?.[1], line]),
        );
        for (const { mark, seq } of places) {
          const isHit = destroyed.some((page) => intact.subarray(page * PAGE, (page + 1) * PAGE).includes(mark));
          if (!isHit) expect(after.get(mark)).toMatch(new RegExp(`^${seq} `));
        }
        for (const [id, history] of await histories(scene)) {
          const seqs = history.map((place) => Number(/:(\d+)/.exec(place)?.[1]));
          expect([id, seqs]).toEqual([id, seqs.map((_, index) => (seqs[0] ?? 0) + index)]);
        }
      },
    ),
    { numRuns: Number(process.env.SKEIN_DAMAGES ?? 25) },
  );
}, 300_000);
