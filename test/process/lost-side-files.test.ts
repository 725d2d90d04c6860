// The files beside the database are deleted or replaced while the log is open, and then the log closes, repairs itself, is purged, backed up or
// recovered: whatever other process has the database open, nothing that was acknowledged is missing afterwards.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Log, openSqliteLog, prepareDatabase, startMaintenance } from "../../src/log/index.ts";
import { A, B, changeFor, seqsOf } from "../contracts/log/samples.ts";
import { chosenSeed } from "../kit/seed.ts";
import { until } from "../kit/until.ts";
import { temporaryPath } from "../log/temporary-log.ts";

/** All cases: `SKEIN_TORTURE=long npm run test:process -- lost-side-files`. */
const isLong = process.env.SKEIN_TORTURE === "long";

const NOW = "2026-01-01T00:00:00.000Z";
const LAST = 12;
const malformed = (): Error => Object.assign(new Error("database disk image is malformed"), { errcode: 11 });
const placesOf = (path: string) => ({
  path,
  backups: join(dirname(path), "backups"),
  damaged: join(dirname(path), "damaged"),
});

interface Scene {
  path: string;
  log: Log;
  /** The side files as they were when the first events were in them. */
  older: string;
}

const put = (content: string, place: string): void => {
  copyFileSync(content, `${place}.other`);
  renameSync(`${place}.other`, place);
};

const takings: Readonly<Record<string, (scene: Scene) => void>> = {
  "a deleted WAL": ({ path }) => rmSync(`${path}-wal`),
  "a WAL replaced by an older one": ({ path, older }) => put(`${older}-wal`, `${path}-wal`),
  "a replaced -shm": ({ path, older }) => put(`${older}-shm`, `${path}-shm`),
  "a WAL and a -shm replaced by older ones": ({ path, older }) => {
    for (const suffix of ["-wal", "-shm"]) put(`${older}${suffix}`, `${path}${suffix}`);
  },
};

/** Has the database open, perhaps in a transaction, until it is killed; what it can't read is its own matter. */
const foreignProgram = `
  const [path, does] = process.argv.slice(1);
  const db = new (require("node:sqlite").DatabaseSync)(path);
  try {
    if (does === "reading") db.exec("BEGIN");
    db.prepare("SELECT count(*) FROM events").get();
  } catch {}
  process.stdout.write("open");
  setInterval(() => db.isOpen, 1000);
`;

/** Resolves with how to end it. */
async function openElsewhere(path: string, does: "resting" | "reading"): Promise<() => Promise<unknown>> {
  const child = spawn(process.execPath, ["--no-warnings", "-e", foreignProgram, path, does], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  const end = (): Promise<unknown> => {
    child.kill("SIGKILL");
    return exit;
  };
  onTestFinished(async () => void (await end()));
  await once(child.stdout, "data");
  return end;
}

const companies = [
  "nobody",
  "a foreign connection",
  "a foreign connection that came later",
  "a foreign reader",
] as const;
type Company = (typeof companies)[number];

/** What goes on with the log then; each leaves it open or closed. */
const places: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  shutdown: ({ log }) => log.close(),
  "shutdown after a failed commit": async ({ log }) => {
    await log.append(changeFor(B, [4, 4])).catch(() => {});
    await log.close();
  },
  repair: async ({ log }) => log.repair(malformed()),
  purge: async ({ log }) => log.purge([B]).catch(() => {}),
  "a daily backup": async ({ log, path }) => {
    const looked = Promise.withResolvers<void>();
    let look: (() => void) | null = null;
    const maintenance = startMaintenance(placesOf(path), {
      now: () => NOW,
      after: (_, callback) => {
        look ??= callback;
        return () => {};
      },
      lastCommit: log.lastCommit,
      made: () => looked.resolve(),
      failed: () => looked.resolve(),
      damaged: (fault) => log.repair(fault),
    });
    (look as (() => void) | null)?.();
    await looked.promise;
    await maintenance.stop();
  },
  "recovery by hand": async ({ log, path }) => {
    await log.close();
    prepareDatabase(placesOf(path), { now: NOW, isDamaged: true });
  },
};

async function openScene(): Promise<Scene> {
  const path = temporaryPath();
  const older = `${path}.older`;
  const log = openSqliteLog({ path });
  onTestFinished(() => log.close().catch(() => {}));
  await log.append(changeFor(B, [1, 3]));
  await log.append(changeFor(A, [1, 3]));
  // By another process: closing a file that this one has open would drop its locks on it.
  for (const suffix of ["-wal", "-shm"]) execFileSync("cp", [`${path}${suffix}`, `${older}${suffix}`]);
  for (let seq = 4; seq <= LAST; seq++) await log.append(changeFor(A, [seq, seq]));
  return { path, log, older };
}

function expectAll(log: Log): void {
  const { events } = log.read({ session: A, after: 0, limit: 99 });
  expect(seqsOf(events).slice(0, LAST)).toEqual(Array.from({ length: LAST }, (_, index) => index + 1));
  expect(events.filter(({ line }) => !line.includes("agent_message"))).toEqual([]);
  expect(log.verify(A)).toBeNull();
}

const isClosing = (place: string): boolean => place.includes("shutdown") || place.includes("recovery");

/** Every two of the three come together in some case of the short form; which of all cases these are depends on the seed. */
const companiesFor = (place: string, taking: string): readonly Company[] => {
  const shift = Object.keys(places).indexOf(place) + Object.keys(takings).indexOf(taking) + chosenSeed;
  return isLong ? companies : [companies[shift % companies.length] as Company];
};

describe.for(Object.keys(places))(`%s (SKEIN_SEED=${chosenSeed})`, (place) => {
  describe.for(Object.keys(takings))("with %s", (taking) => {
    test.for(companiesFor(place, taking))("and %s: no acknowledged event is missing", async (company) => {
      const scene = await openScene();
      const { path, log } = scene;
      let endOther: () => Promise<unknown> = () => Promise.resolve();
      if (company === "a foreign connection") endOther = await openElsewhere(path, "resting");
      if (company === "a foreign reader") endOther = await openElsewhere(path, "reading");
      takings[taking]?.(scene);
      if (company === "a foreign connection that came later") endOther = await openElsewhere(path, "resting");
      await places[place]?.(scene);
      if (!isClosing(place)) {
        // Whoever reads keeps it from being saved: until then nothing is acknowledged.
        if (company === "a foreign reader") await endOther();
        const next = changeFor(A, [LAST + 1, LAST + 1]);
        const isWritten = async (): Promise<boolean> =>
          (await Promise.allSettled([log.append(next)]))[0]?.status === "fulfilled";
        await until("the log to be writable", isWritten);
        expectAll(log);
        await log.close();
      }
      await endOther();
      const after = openSqliteLog({ path });
      onTestFinished(() => after.close());
      expectAll(after);
    });
  });
});
