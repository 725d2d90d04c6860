// A daemon that is killed again and again while someone works with it. Its progress is measured in commits, not in seconds: on a busy machine
// everything takes longer, and a daemon that was killed before its first commit proves nothing. So after several daemons without a commit the
// next ones live longer and longer. Only if none of them commits anything, there is no progress.
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import type { Random } from "../torture/random.ts";
import type { DaemonProcess } from "./daemon-process.ts";

/** An agent may just have nothing to say for so many lives in a row; from then on each is twice as long as the one before. */
const QUIET_LIVES = 3;
/** So many in a row: the last has then lasted 256 times as long as usual. */
const MOST_FRUITLESS = QUIET_LIVES + 9;

export interface Deaths {
  /** How many there have been so far. */
  readonly count: number;
}

interface Killing {
  readonly random: Random;
  /** How long a life is once the daemon answers: at least, and at most. */
  readonly lifeMs: readonly [number, number];
  readonly kills: number;
  /** From then on the work goes on in peace: on a busy machine it could take for ever. */
  readonly most?: number;
  /** How many of the daemons, from 0 to 1, may die while they are still taking things up. */
  readonly hasty?: number;
}

/** Kills until the work is done, or as often as it may, and at least as often as it must. Fails when the daemon makes no progress any more; says how it went in any case. */
export async function throughShortLives<Result>(
  daemon: DaemonProcess,
  { random, lifeMs, kills, most = Number.POSITIVE_INFINITY, hasty = 0 }: Killing,
  work: (deaths: Deaths) => Promise<Result>,
): Promise<{ result: Result; report: string }> {
  const deaths = { count: 0, fruitless: 0, inARow: 0, mostInARow: 0 };
  let isDone = false;
  const stop = new AbortController();

  const killing = (async (): Promise<never | undefined> => {
    for (let commits = lastCommit(daemon); deaths.count < (isDone ? kills : most); ) {
      const life = random.between(...lifeMs) * 2 ** Math.max(0, deaths.inARow - QUIET_LIVES);
      await delay(life, undefined, { signal: stop.signal });
      await daemon.kill();
      deaths.count++;
      const found = lastCommit(daemon);
      const isFruitless = found === commits && !isDone;
      if (isFruitless) deaths.fruitless++;
      deaths.inARow = isFruitless ? deaths.inARow + 1 : 0;
      deaths.mostInARow = Math.max(deaths.mostInARow, deaths.inARow);
      if (deaths.inARow >= MOST_FRUITLESS)
        throw new Error(
          `the daemon stands still: it has ${found} commits, and a life of ${Math.round(life)} ms added none`,
        );
      commits = found;
      const started = daemon.start();
      if (random.chance(hasty)) started.catch(() => {});
      else await started;
    }
  })();
  const reportOf = (): string =>
    `${deaths.count} kills, ${deaths.fruitless} of them before a commit, at most ${deaths.mostInARow} in a row`;
  try {
    const stalled = killing.then(() => new Promise<never>(() => {}));
    const result = await Promise.race([work(deaths), stalled]);
    isDone = true;
    await killing;
    await daemon.start();
    return { result, report: reportOf() };
  } catch (error) {
    if (error instanceof Error) error.message += ` (${reportOf()})`;
    throw error;
  } finally {
    isDone = true;
    stop.abort();
    await killing.catch(() => {});
  }
}

/** While no daemon has the log open, or beside one. */
function lastCommit({ paths }: DaemonProcess): number {
  const database = new DatabaseSync(paths.database, { readOnly: true });
  try {
    return Number(database.prepare('SELECT max("commit") AS last FROM events').get()?.last ?? 0);
  } finally {
    database.close();
  }
}
