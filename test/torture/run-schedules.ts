// Runs schedules that fast-check draws, slice by slice, and tells the first that fails in the smallest form.
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import type { Torture } from "./scenario.ts";

export interface Schedules {
  readonly schedules: fc.Arbitrary<number[]>;
  readonly run: (schedule: number[]) => void;
  readonly describe: (schedule: readonly number[]) => string;
  /** Those that failed once, each with what it found: run first, every time. */
  readonly failedBefore: readonly (readonly [found: string, schedule: number[]])[];
  readonly wanted: number;
  /** Schedules run without promises: whoever else is on this thread gets a turn after so many. */
  readonly slice: number;
}

export async function runSchedules(torture: Torture, given: Schedules): Promise<void> {
  const { schedules, run, describe, failedBefore, wanted, slice } = given;
  for (let done = 0; done < wanted; done += slice) {
    const { failed, numRuns, counterexample, errorInstance } = fc.check(fc.property(schedules, run), {
      numRuns: Math.min(slice, wanted - done),
      seed: torture.random.below(2 ** 31),
      examples: failedBefore.map(([, schedule]): [number[]] => [schedule]),
    });
    torture.did(numRuns);
    if (failed) {
      const [schedule] = counterexample ?? [[]];
      torture.found([`${errorInstance}`, JSON.stringify(schedule), describe(schedule)]);
      return;
    }
    await setImmediate();
  }
}

interface RealSchedules extends Omit<Schedules, "run" | "slice"> {
  readonly run: (schedule: number[]) => Promise<void>;
}

/** The same for schedules that need promises, and so more time each. */
export async function runRealSchedules(torture: Torture, given: RealSchedules): Promise<void> {
  const { schedules, run, describe, failedBefore, wanted } = given;
  const { failed, numRuns, counterexample, errorInstance } = await fc.check(fc.asyncProperty(schedules, run), {
    numRuns: wanted,
    seed: torture.random.below(2 ** 31),
    examples: failedBefore.map(([, schedule]): [number[]] => [schedule]),
  });
  torture.did(numRuns);
  if (!failed) return;
  const [schedule] = counterexample ?? [[]];
  torture.found([`${errorInstance}`, JSON.stringify(schedule), describe(schedule)]);
}
