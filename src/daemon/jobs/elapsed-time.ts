// What has surely passed, for what can't be taken back. The machine's clock counts as long as it agrees, to a day, with the time that was seen
// before. After a greater leap, forward or back, time goes on from where it was; the clock counts again when it has kept to its new time through a
// day in which a daemon ran, in one piece or in many. One file in the home carries this over restarts. Steps of less than a day add up: they look
// like nights in which the machine was off.
import * as z from "zod";
import { readRegularFile } from "../../home/index.ts";
import type { Clock } from "../../session/index.ts";
import { replaceFileSync } from "../../system/index.ts";
import type { Journal } from "../journal.ts";

const DAY_MS = 24 * 60 * 60_000;
/** For so long a machine may well have been off, or asleep: a clock that is this much further has kept to its time. */
const MAX_REST_MS = 31 * DAY_MS;
/** Far more than is ever written. */
const MAX_KEPT_BYTES = 4096;

const kept = z.object({
  /** The time that is believed. */
  at: z.iso.datetime(),
  /** What the clock said then. */
  clock: z.iso.datetime(),
  /** How long the clock has kept to another one, in time that a daemon has seen pass. */
  otherMs: z.number().nonnegative(),
});

export interface ElapsedTime {
  /** Has surely been: never ahead of the clock, and not moved by a leap of it. */
  passed(): string;
  /** Will surely not have been before so long. */
  notBefore(ms: number): string;
}

interface Dependencies {
  path: string;
  clock: Clock;
  journal: Journal;
  /** When something happened last, as far as is known; counts only where nothing was kept. */
  newest: () => string | null;
}

export function openElapsedTime({ path, clock, journal, newest }: Dependencies): ElapsedTime {
  const wallMs = (): number => Date.parse(clock.now());
  const found = readKept(path);
  let believedMs = Date.parse(found?.at ?? newest() ?? clock.now());
  // What was imported may have any time, also none.
  if (Number.isNaN(believedMs)) believedMs = wallMs();
  let otherMs = found?.otherMs ?? 0;
  let lastMs = clock.monotonicMs();
  let lastWallMs = found ? Date.parse(found.clock) : wallMs();
  let isTold = false;

  function check(): void {
    const nowMs = clock.monotonicMs();
    const elapsedMs = nowMs - lastMs;
    const wall = wallMs();
    const aheadMs = wall - lastWallMs - elapsedMs;
    [lastMs, lastWallMs] = [nowMs, wall];
    believedMs += elapsedMs;
    if (aheadMs < -DAY_MS || aheadMs > MAX_REST_MS) otherMs = 0;
    // When in between it went ahead, nobody knows.
    else if (aheadMs <= DAY_MS) otherMs += elapsedMs;
    const isAgreed = Math.abs(wall - believedMs) <= DAY_MS;
    if (isAgreed || otherMs >= DAY_MS) {
      believedMs = wall;
      otherMs = 0;
      isTold = false;
    } else if (!isTold) {
      isTold = true;
      const leap = { clock: new Date(wall).toISOString(), believed: new Date(believedMs).toISOString() };
      journal.info(
        "the clock has jumped; nothing is deleted by age until the clock has been steady for a day of daemon uptime",
        leap,
      );
    }
    keep();
  }

  function keep(): void {
    try {
      const [at, wall] = [believedMs, lastWallMs].map((ms) => new Date(ms).toISOString());
      const text = JSON.stringify({ at, clock: wall, otherMs });
      replaceFileSync(path, text, { isDurable: false });
    } catch (error) {
      // What is not kept is only waited for again.
      journal.error("the elapsed time can't be saved", error);
    }
  }

  return {
    passed() {
      check();
      return new Date(Math.min(believedMs, lastWallMs)).toISOString();
    },
    notBefore(ms) {
      check();
      return new Date(Math.max(believedMs, lastWallMs) + ms).toISOString();
    },
  };
}

function readKept(path: string): z.infer<typeof kept> | null {
  try {
    return kept.parse(JSON.parse(readRegularFile(path, { maxBytes: MAX_KEPT_BYTES }).toString("utf8")));
  } catch {
    return null;
  }
}
