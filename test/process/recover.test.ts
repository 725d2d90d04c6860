// Damage as people meet it: the command line says what is wrong, repairs it, and the daemon does the same by itself when it starts.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

interface Findings {
  trouble: string | null;
  recovery: {
    events: { found: number; lost: number };
    missing: { session: string; from: number; to: number }[];
  } | null;
  recovered: { events: { lost: number } } | null;
}

/** A home with one session that has said something, and no daemon. */
async function home(): Promise<{ skein: SkeinHome; session: string; database: string }> {
  const skein = new SkeinHome();
  const { session } = await skein.json<{ session: { id: string } }>(["new", "--name", "kept"]);
  await skein.run(["send", session.id, "[[pace: 0]] [[say: remember this sentence]]", "--wait"]);
  await skein.run(["daemon", "stop", "--agents"]);
  return { skein, session: session.id, database: join(skein.home, "skein.db") };
}

/** As long as it was, wherever it stands. */
function alter(file: string, [from, to]: [from: string, to: string]): void {
  const text = readFileSync(file, "latin1");
  expect(text).toContain(from);
  writeFileSync(file, text.replaceAll(from, to), "latin1");
}

const filesOf = ({ home }: SkeinHome): Record<string, string> =>
  Object.fromEntries(
    readdirSync(home)
      .filter((name) => /^skein\.db/.test(name))
      .map((name) => [name, readFileSync(join(home, name), "latin1")]),
  );

test("skein.db that is deleted while the daemon runs loses nothing: the next daemon has all of it", async () => {
  const { skein, session, database } = await home();
  await skein.run(["rename", session, "renamed"]);
  rmSync(database);
  await skein.run(["daemon", "stop"]);
  expect(await skein.json(["sessions"])).toMatchObject({ sessions: [{ id: session, name: "renamed" }] });
});

test("a list of no sessions says that a recovery has lost some", async () => {
  const { skein, database } = await home();
  for (const end of ["", "-wal", "-shm"]) rmSync(`${database}${end}`, { force: true });
  const { out, err } = await skein.run(["sessions"]);
  expect(out).toContain("No sessions yet");
  expect(err).toMatch(/^warning: .*recovered.*missing/m);
});

test("[A-13] recover --dry-run says what is wrong and changes nothing; recover repairs it", async () => {
  const { skein, session, database } = await home();
  expect(await skein.run(["daemon", "recover", "--dry-run"])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^nothing to do: \d+ events in 1 session, all intact\n$/),
  });
  // Queued, delivered, and said if that was in one piece.
  alter(database, ["this sentence", "this sentenze"]);
  const before = filesOf(skein);
  const dry = await skein.run(["daemon", "recover", "--dry-run"]);
  expect(dry.code).toBe(1);
  expect(dry.out).toMatch(/^damaged: .*chain of session .* breaks at event \d+/);
  expect(dry.out).toMatch(new RegExp(`missing: event \\d+ of session ${session}\n`));
  const findings = JSON.parse((await skein.run(["daemon", "recover", "--dry-run", "--json"])).out) as Findings;
  const lost = findings.recovery?.events.lost ?? 0;
  expect(lost).toBeGreaterThan(1);
  expect(filesOf(skein)).toEqual(before);

  const { recovered } = await skein.json<Findings>(["daemon", "recover"]);
  expect(recovered?.events.lost).toBe(lost);
  expect(await skein.run(["daemon", "recover", "--dry-run"])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^nothing/),
  });
  const { out } = await skein.run(["show", "kept"]);
  expect(out).toContain("was lost: the database was damaged");
  expect((await skein.run(["daemon", "status"])).out).toMatch(
    new RegExp(`The session log was recovered .*${lost} events are missing`),
  );
});

test("environments of sessions that recover could not find outlive the daemons after it", async () => {
  const { skein, session, database } = await home();
  for (const end of ["", "-wal", "-shm"]) rmSync(`${database}${end}`, { force: true });
  const { recovered } = await skein.json<Findings>(["daemon", "recover"]);
  expect(recovered?.events.lost).toBeGreaterThan(0);
  for (let starts = 0; starts < 2; starts++) {
    expect(await skein.json(["ls"])).toMatchObject({ sessions: [] });
    // Looks for what nobody needs any more.
    const gone = await skein.json<{ session: { id: string } }>(["new", "--name", "gone"]);
    await skein.json(["delete", gone.session.id, "--yes"]);
    await skein.json(["prune", "--trash", "--yes"]);
    await skein.run(["daemon", "stop"]);
  }
  expect(existsSync(join(skein.home, "environments", `${session}.json`))).toBe(true);
});

test("recover refuses while a daemon is at work, and looking is allowed", async () => {
  const { skein } = await home();
  await skein.run(["daemon", "start"]);
  expect(await skein.run(["daemon", "recover"])).toMatchObject({
    code: 1,
    out: "",
    err: "error: A daemon is running in this home.\nfix: skein daemon stop, then try again\n",
  });
  expect(await skein.run(["daemon", "recover", "--dry-run"])).toMatchObject({ code: 0 });
});

test("a home where nothing was ever written has nothing to recover", async () => {
  const skein = new SkeinHome();
  rmSync(skein.home, { recursive: true });
  expect(await skein.run(["daemon", "recover"])).toMatchObject({
    code: 0,
    out: "nothing to do: there is no log yet\n",
  });
  expect(existsSync(skein.home)).toBe(false);
});

test("[A-12] backups are made and listed, and a daemon that finds its database gone starts with the newest", async () => {
  const { skein, database } = await home();
  const { backup } = await skein.json<{ backup: { path: string; events: number } }>(["daemon", "backup"]);
  expect(existsSync(backup.path)).toBe(true);
  expect((await skein.run(["daemon", "backups"])).out).toMatch(/^\S+\.db \(.*\) good, \d+ events in 1 session\n$/);
  await skein.run(["daemon", "stop", "--agents"]);
  rmSync(database);
  expect((await skein.json<{ sessions: { name: string }[] }>(["sessions"])).sessions).toMatchObject([{ name: "kept" }]);
  const { recovery } = await skein.json<{ recovery: { text: string; lost: number } }>(["daemon", "status"]);
  expect(recovery).toMatchObject({ text: expect.stringContaining("the database file is gone") });
  expect((await skein.run(["daemon", "logs"])).out).toContain("The session log was recovered");
});

test("a daemon that meets damage repairs it while it runs", async () => {
  const { skein, database } = await home();
  const { backup } = await skein.json<{ backup: { events: number } }>(["daemon", "backup"]);
  await skein.run(["daemon", "stop", "--agents"]);
  alter(database, ["this sentence", "this sentenze"]);
  await skein.run(["daemon", "start"]);
  await until("what was said", async () => {
    const { out } = await skein.run(["show", "kept"]);
    expect(out).not.toContain("sentenze");
    return out.includes("remember this sentence");
  });
  const { recovery } = await skein.json<{ recovery: { lost: number; text: string } }>(["daemon", "status"]);
  expect(recovery).toMatchObject({ lost: 0, text: expect.stringContaining("from the backup") });
  expect(backup.events).toBeGreaterThan(5);
});
