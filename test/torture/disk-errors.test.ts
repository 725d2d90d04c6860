// The disk refuses a write or a sync: once, or from then on. Nothing acknowledged is lost, there is no hole, people are told why and what to do,
// and everything goes on by itself when the cause is gone.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../kit/temp-dir.ts";
import { inLanes } from "./lanes.ts";
import { acknowledgedIn, databaseFiles, faultsIn, prepareLog } from "./log-program.ts";
import { storedFaults, wordFaults } from "./oracle.ts";
import { scenario, type Torture } from "./scenario.ts";
import { pointsOf, runWith, runWithOnce, type Traced } from "./strace.ts";

const needs = { programs: ["strace"] };
const calls = ["pwrite64", "fsync", "fdatasync", "ftruncate"];
const CHANGES = 3;
const SHORT_POINTS = 10;
/** Enough to get over any number of single failures; a lasting one is only waited for until it was told. */
const PATIENCE_MS = { once: 30_000, lasting: 1_000 };

const disk = {
  cause: /disk (is full|reported an error)|I\/O error|database failed/,
  remedy: /Free some space|Check the disk/,
};

scenario("disk-errors", "single failures (ENOSPC, EIO) of a write or sync", needs, (torture) =>
  failing(torture, "once", "inline"),
);
scenario(
  "disk-errors",
  "single failures (ENOSPC, EIO) of a write or sync, with a thread that writes",
  needs,
  (torture) => failing(torture, "once", "threaded"),
);
scenario("disk-errors", "lasting failures (ENOSPC, EIO) of writes or syncs", needs, (torture) =>
  failing(torture, "lasting", "threaded"),
);

async function failing(
  { random, isLong, did, found }: Torture,
  duration: "once" | "lasting",
  writer: "inline" | "threaded",
): Promise<void> {
  const template = tempDir();
  const before = await prepareLog(join(template, "skein.db"), 8, "leave");
  const tracedIn = (dir: string): Traced => {
    const path = join(dir, "skein.db");
    const args = [path, String(CHANGES), String(PATIENCE_MS[duration]), writer];
    return { program: "endure.ts", args, paths: databaseFiles(path), calls };
  };
  const rehearsal = tempDir();
  cpSync(template, rehearsal, { recursive: true });
  const points = await pointsOf(tracedIn(rehearsal));
  const all = points.flatMap((at) => ["ENOSPC", "EIO"].map((error) => ({ at, error })));

  // Calls are counted for each thread anew: a thread that is started after a failure would meet the same one again.
  const isOnceOnly = duration === "once" && writer === "threaded";
  let harmed = 0;
  await inLanes({
    template,
    cases: isLong ? all : random.sample(all, SHORT_POINTS),
    async run(dir, { at, error }) {
      const where = `${error} ${duration} at ${at.call} ${at.n}`;
      const isLasting = duration === "lasting";
      const harm = `error=${error}`;
      const { code, lines, errors } = await (isOnceOnly
        ? runWithOnce({ harm, at }, tracedIn(dir)).then((outcome) => {
            if (outcome.isHarmed) harmed++;
            return outcome;
          })
        : runWith({ harm, at, isLasting }, tracedIn(dir)));
      did();
      // A failure of the very last calls, when all is acknowledged, may end well even if it lasts.
      if (code !== 0 && !(isLasting && code === 3)) found([`the writer ended with ${code}: ${errors}`], where);
      if (code === 3 && faultsIn(lines).length === 0) found(["it stands still, and nobody is told"], where);
      for (const message of new Set(faultsIn(lines))) found(wordFaults(message, disk), where);
      const acknowledged = acknowledgedIn(lines);
      if (code === 0 && acknowledged.length + faultsIn(lines).length < CHANGES)
        found(["it did not write everything"], where);
      found(await storedFaults(join(dir, "skein.db"), [...before, ...acknowledged]), where);
    },
  });
  if (isOnceOnly && harmed === 0) found(["no call failed: nothing was tried"]);
}
