// A session log that this home did not write, or an older state of its own, as people put it there: what it has in a queue may have run already.
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";

/** A home without a daemon, whose session `work` has a prompt that goes in an hour. */
async function homeWithQueue(): Promise<SkeinHome> {
  const skein = new SkeinHome();
  await skein.json(["new", "--name", "work"]);
  await skein.json(["send", "work", "[[run: echo ran >> ran]]", "--at", "+1h"]);
  await skein.run(["daemon", "stop"]);
  return skein;
}

/** The next commands are about another home, which has only what is put there. */
function inNewHome(skein: SkeinHome, put: (from: string, to: string) => void): void {
  const from = skein.env.SKEIN_HOME ?? "";
  const to = `${from}.new`;
  mkdirSync(to, { mode: 0o700 });
  writeFileSync(join(to, "config.toml"), 'default_agent = "demo"\n');
  put(from, to);
  skein.env.SKEIN_HOME = to;
}

const SIDE_FILES = ["skein.db-wal", "skein.db-shm", "skein.db.witness", "skein.db.page1"];

async function backUp(skein: SkeinHome): Promise<string> {
  const { backup } = await skein.json<{ backup: { path: string } }>(["daemon", "backup"]);
  return backup.path;
}

const expectHeld = async (skein: SkeinHome, code: string): Promise<void> => {
  expect(await skein.json(["queue", "work"])).toMatchObject({ paused: true, items: [{}] });
  const { sessions } = await skein.json<{ sessions: unknown[] }>(["ls"]);
  expect(sessions).toMatchObject([{ status: "error", reason: { code } }]);
};

/** It is said once, and a person's word counts from then on. */
const expectToGoOnOnce = async (skein: SkeinHome): Promise<void> => {
  await skein.json(["queue", "work", "release"]);
  await skein.run(["daemon", "stop"]);
  await expectGoingOn(skein);
};

const expectGoingOn = async (skein: SkeinHome): Promise<void> =>
  expect(await skein.json(["queue", "work"])).toMatchObject({ paused: false, items: [{}] });

test("a database alone in a new home has its queue held until a person releases it", async () => {
  const skein = await homeWithQueue();
  inNewHome(skein, (from, to) => copyFileSync(join(from, "skein.db"), join(to, "skein.db")));
  await expectHeld(skein, "log_replaced");
  expect((await skein.run(["show", "work"])).out).toMatch(/may have run already.*skein queue work release/s);
  await expectToGoOnOnce(skein);
});

test("a home that was copied before Skein kept which directory it is has its queue held", async () => {
  const skein = await homeWithQueue();
  rmSync(join(skein.home, "origin.json"));
  inNewHome(skein, (from, to) => cpSync(from, to, { recursive: true, preserveTimestamps: true }));
  await expectHeld(skein, "home_copied");
  await expectToGoOnOnce(skein);
});

test("a home of an older Skein that is used on in its place goes on by itself", async () => {
  const skein = await homeWithQueue();
  rmSync(join(skein.home, "origin.json"));
  await expectGoingOn(skein);
});

test("a home whose origin.json is of an older Skein, and says nothing of the log, goes on by itself", async () => {
  const skein = await homeWithQueue();
  const path = join(skein.home, "origin.json");
  const { epoch, ...older } = JSON.parse(readFileSync(path, "utf8"));
  expect(epoch).toEqual(expect.any(String));
  writeFileSync(path, JSON.stringify(older));
  await expectGoingOn(skein);
});

test("the log of another home that is put in the place of this one's has its queue held", async () => {
  const [skein, other] = [await homeWithQueue(), await homeWithQueue()];
  for (const name of SIDE_FILES) rmSync(join(skein.home, name), { force: true });
  copyFileSync(join(other.home, "skein.db"), join(skein.home, "skein.db"));
  await expectHeld(skein, "log_replaced");
  await expectToGoOnOnce(skein);
});

test("a backup that is put in the place of the log without its witness has its queue held", async () => {
  const skein = await homeWithQueue();
  const backup = await backUp(skein);
  await skein.json(["queue", "work", "remove", "1"]);
  await skein.run(["daemon", "stop"]);
  for (const name of SIDE_FILES) rmSync(join(skein.home, name), { force: true });
  copyFileSync(backup, join(skein.home, "skein.db"));
  await expectHeld(skein, "log_replaced");
  await expectToGoOnOnce(skein);
});

test("a backup in the place of the log, beside a witness that says nothing, has its queue held", async () => {
  const skein = await homeWithQueue();
  for (const name of SIDE_FILES) rmSync(join(skein.home, name), { force: true });
  writeFileSync(join(skein.home, "skein.db.witness"), "");
  await expectHeld(skein, "log_replaced");
  await expectToGoOnOnce(skein);
});

const restored = {
  "over the files that are there": "tar xf backup.tar",
  "into the emptied directory": "find home -mindepth 1 -delete && tar xf backup.tar",
  "file by file, where they differ": `mkdir old && tar xf backup.tar -C old && for file in $(cd old/home && find . -type f); do
    cmp -s old/home/$file home/$file || { cp -p old/home/$file home/$file.new && mv home/$file.new home/$file; }; done`,
  "into the files that are there": "mkdir old && tar xf backup.tar -C old && cp -rp old/home/. home/",
  "into the files of the log alone": "mkdir old && tar xf backup.tar -C old && cp -p old/home/skein.db* home/",
};

test.for(Object.entries(restored))(
  "a home that is restored in its place, %s, has its queue held",
  async ([, command]) => {
    const skein = await homeWithQueue();
    const sh = (text: string): void => void execFileSync("/bin/sh", ["-c", text], { cwd: skein.root });
    sh("tar cf backup.tar home");
    // As if it had run meanwhile.
    await skein.json(["queue", "work", "remove", "1"]);
    await skein.run(["daemon", "stop"]);
    sh(command);
    await expectHeld(skein, "log_replaced");
    await expectToGoOnOnce(skein);
  },
);

test("a log that was recovered once is not excused for good: restored file by file, it has its queue held", async () => {
  const skein = await homeWithQueue();
  await backUp(skein);
  await skein.run(["daemon", "stop"]);
  rmSync(join(skein.home, "skein.db"));
  await expectHeld(skein, "recovered");
  await skein.json(["queue", "work", "release"]);
  await skein.run(["daemon", "stop"]);
  const sh = (text: string): void => void execFileSync("/bin/sh", ["-c", text], { cwd: skein.root });
  sh("tar cf backup.tar home");
  await skein.json(["queue", "work", "remove", "1"]);
  await skein.run(["daemon", "stop"]);
  sh(restored["file by file, where they differ"]);
  await expectHeld(skein, "log_replaced");
  await expectToGoOnOnce(skein);
});

test("environments of sessions that an older log does not know outlive every daemon that goes on with it", async () => {
  const skein = await homeWithQueue();
  const sh = (text: string): void => void execFileSync("/bin/sh", ["-c", text], { cwd: skein.root });
  sh("cp -rp home old");
  const { session } = await skein.json<{ session: { id: string } }>(["new", "--name", "later"]);
  const environment = join(skein.home, "environments", `${session.id}.json`);
  await skein.run(["daemon", "stop"]);
  sh("cp -p old/skein.db* home/");
  for (let starts = 0; starts < 2; starts++) {
    const { sessions } = await skein.json<{ sessions: { name: string }[] }>(["ls"]);
    expect(sessions.map(({ name }) => name)).toEqual(["work"]);
    // Looks for what nobody needs any more.
    await skein.json(["new", "--name", "gone"]);
    await skein.json(["delete", "gone", "--yes"]);
    await skein.json(["prune", "--trash", "--yes"]);
    await skein.run(["daemon", "stop"]);
  }
  expect(existsSync(environment)).toBe(true);
});

test("a home whose origin.json is of an older Skein, and does not know its log's file, goes on by itself", async () => {
  const skein = await homeWithQueue();
  const path = join(skein.home, "origin.json");
  const { log, ...older } = JSON.parse(readFileSync(path, "utf8"));
  expect(log).toMatchObject({ inode: expect.any(String) });
  writeFileSync(path, JSON.stringify(older));
  await expectGoingOn(skein);
});

test("a home that was moved is still the same", async () => {
  const skein = await homeWithQueue();
  renameSync(skein.home, `${skein.home}.moved`);
  skein.env.SKEIN_HOME = `${skein.home}.moved`;
  await expectGoingOn(skein);
});

test("[A-13] a log that was recovered under a new epoch is this home's, and holds what waits for its time because it was recovered", async () => {
  const skein = await homeWithQueue();
  const database = join(skein.home, "skein.db");
  rmSync(`${database}.page1`, { force: true });
  // Nobody knows which log this was, or how much there was of it.
  writeFileSync(`${database}.witness`, "");
  const bytes = readFileSync(database);
  writeFileSync(database, bytes.fill(0, 0, 4096));
  await expectHeld(skein, "recovered");
  await expectToGoOnOnce(skein);
});
