// A client is a cursor, whatever happens between it and the server: the real cursor, line splitting, streams and fan-out, in schedules
// of losses, doubles, reorderings, cuts at any byte, restarts, restored backups, pruned logs and repeated commands.
import fc from "fast-check";
import { runSchedule, syncSteps } from "./cursor/schedule.ts";
import { runSchedules } from "./run-schedules.ts";
import { scenario } from "./scenario.ts";

const LONGEST_SCHEDULE = 90;
const SLICE = 10_000;

/** Schedules that failed once, each with what it found. */
const failedBefore: readonly (readonly [found: string, schedule: number[]])[] = [
  ["the hello was lost, and events were taken for those of the known history", [28789, 0, 9431, 0]],
  [
    "the reset was lost, and a shorter log was not noticed",
    [14784, 12469, 7232, 4800, 3663, 0, 11727, 25935, 43637, 0],
  ],
  ["caught_up was believed although an event before it was lost", [0, 6325, 0, 40418, 7080, 29647, 0]],
  ["events that were pruned left a hole without a word", [19718, 26304, 31286, 0]],
  [
    "fan-out kept what lay on both sides of a pruned hole as neighbours",
    [384, 22720, 43526, 36662, 17926, 17551, 45760, 0],
  ],
];

const schedules = fc.array(fc.nat(syncSteps.largest), { minLength: 1, maxLength: LONGEST_SCHEDULE, size: "max" });

scenario("cursor-protocol", "schedules of faults between servers and clients", {}, async (torture) => {
  await runSchedules(torture, {
    schedules,
    run: runSchedule,
    describe: syncSteps.describe,
    failedBefore,
    wanted: Number(process.env.SKEIN_SCHEDULES ?? torture.size(20_000, 1_000_000)),
    slice: SLICE,
  });
});
