// A kill while the log can't be written, and a daemon that ends before it can: the next daemon knows that a person has ended the session.
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

interface Fenced {
  skein: SkeinHome;
  bringBack: () => void;
}

/** The agent of session `work` rests, a prompt waits for its time, and the log's file is elsewhere. */
async function restingWithoutLog(): Promise<Fenced> {
  const skein = new SkeinHome();
  await skein.json(["new", "--agent", "demo", "--name", "work"]);
  await skein.json(["send", "work", "--wait", "hello"]);
  await skein.json(["send", "work", "--at", "+1h", "not wanted any more"]);
  const [database, aside] = [join(skein.home, "skein.db"), join(skein.root, "aside.db")];
  renameSync(database, aside);
  const refused = await skein.run(["rename", "work", "other"]);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("moved or deleted") });
  return { skein, bringBack: () => renameSync(aside, database) };
}

/** What a person finds of it later. */
async function expectKilled(skein: SkeinHome): Promise<void> {
  const events = await until("the end to be recorded", async () => {
    const { out } = await skein.run(["export", "work"]);
    return out.includes('"agent_exit"') && out;
  });
  expect(events).toContain('"reason":"killed"');
  expect(events).toContain('"outcome":"stopped"');
  expect(await skein.json(["queue", "work"])).toMatchObject({ items: [{ text: "not wanted any more", held: true }] });
}

test("a kill that the log could not take holds the queue also when the daemon is killed before it can be recorded", async () => {
  const { skein, bringBack } = await restingWithoutLog();
  expect(await skein.json(["kill", "work"])).toMatchObject({ stopped: true, recorded: false });
  await skein.killDaemon();
  bringBack();
  await expectKilled(skein);
});

test("a daemon that is stopped before it can record a kill says so, and the next one records it", async () => {
  const { skein, bringBack } = await restingWithoutLog();
  await skein.run(["kill", "work"]);
  const stopped = await skein.run(["daemon", "stop"]);
  expect(stopped).toMatchObject({ code: 0, out: expect.stringMatching(/1 kill is not recorded yet.*next daemon/s) });
  bringBack();
  await expectKilled(skein);
});

test("a kill that can be noted nowhere says that it may be forgotten", async () => {
  const { skein, bringBack } = await restingWithoutLog();
  const [runs, aside] = [join(skein.home, "runs"), join(skein.root, "runs")];
  renameSync(runs, aside);
  writeFileSync(runs, "");
  const { code, out } = await skein.run(["kill", "work"]);
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/may be forgotten/) });
  rmSync(runs);
  renameSync(aside, runs);
  bringBack();
  await expectKilled(skein);
});
