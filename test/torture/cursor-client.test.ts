// The real client over a network of faults: `follow` and commands with their retries, until every client has everything, once.
import fc from "fast-check";
import { liveSteps, runLiveSchedule } from "./cursor/live-schedule.ts";
import { scenario } from "./scenario.ts";

const LONGEST_SCHEDULE = 90;

scenario("cursor-client", "schedules of faults around the real client", {}, async ({ random, size, did, found }) => {
  const schedules = fc.array(fc.nat(liveSteps.largest), { minLength: 1, maxLength: LONGEST_SCHEDULE, size: "max" });
  const { counterexample, errorInstance, ...result } = await fc.check(fc.asyncProperty(schedules, runLiveSchedule), {
    numRuns: size(2000, 100_000),
    seed: random.below(2 ** 31),
  });
  did(result.numRuns);
  if (counterexample) {
    const [schedule] = counterexample;
    found([`${errorInstance}`, JSON.stringify(schedule), liveSteps.describe(schedule)]);
  }
});
