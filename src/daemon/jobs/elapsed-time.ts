// How much time has certainly passed, for irreversible deletions. The machine's clock is believed while it agrees, to a day, with the time
// that was measured. After a larger jump in either direction, time continues from where it was; the clock is believed again after it has run
// steadily for a day of daemon uptime, in one piece or in many. One file in the home keeps this across restarts. Jumps of less than a day are
// accepted, because they look like a machine that was off, so they can add up.
import * as z from "zod";
import { readRegularFile } from "../../home/index.ts";
import type { Clock } from "../../session/index.ts";
import { replaceFileSync } from "../../system/index.ts";
import type { Journal } from "../journal.ts";

const DAY_MS = 24 * 60 * 60_000;
/** A machine may have been off or asleep for this long: a jump ahead up to this does not count as an unsteady clock. */
const MAX_REST_MS = 31 * DAY_MS;
/** Far more than is ever written. */
const MAX_KEPT_BYTES = 4096;

const kept = z.object({
  /** The believed time. */
  at: z.iso.datetime(),
  /** The clock's time at that moment. */
  clock: z.iso.datetime(),
  /** How long the clock has been steady at a time that is not believed yet, in daemon uptime. */
  otherMs: z.number().nonnegative(),
});

export interface ElapsedTime {
  /** A time that has certainly passed: never ahead of the clock, and not moved by a jump of the clock. */
  passed(): string;
  /** A time that certainly lies at least this long in the future. */
  notBefore(ms: number): string;
}

interface Dependencies {
  path: string;
  clock: Clock;
  journal: Journal;
  /** The time of the newest known activity; used only if nothing was saved. */
  newest: () => string | null;
}

export function openElapsedTime({ path, clock, journal, newest }: Dependencies): ElapsedTime {
  const wallMs = (): number => Date.parse(clock.now());
  const found = readKept(path);
  let believedMs = Date.parse(found?.at ?? newest() ?? clock.now());
  // Imported events may have any time, even an invalid one.
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
    // After a larger jump ahead it is unknown when it happened: this interval does not count as steady.
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
      // Unsaved progress only means that it is waited for again.
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
