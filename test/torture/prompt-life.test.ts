// The whole life of prompts and questions, against a model: people who queue, change, steer, interrupt and answer at the same time, a network
// that loses and repeats, agents that die, and a daemon that dies between any two things that it does.
import fc from "fast-check";
import { lifeSteps, runRealSchedule, runSchedule } from "./prompt-life/schedule.ts";
import { runRealSchedules, runSchedules } from "./run-schedules.ts";
import { scenario } from "./scenario.ts";

const LONGEST_SCHEDULE = 90;
const SLICE = 5_000;

/** Schedules that failed once, each with what it found. */
const failedBefore: readonly (readonly [found: string, schedule: number[]])[] = [
  ["words for the running turn did not wait for their time, nor for those who held them", [289950, 0, 1261451, 0]],
  [
    "words for one turn only, which was interrupted before they went, began a turn of their own",
    [762422, 0, 0, 539820, 934842, 836703, 569865, 0, 586963, 0],
  ],
  [
    "a daemon that started again let a session begin before it had counted those at work",
    [962196, 0, 1378476, 0, 0, 1185141, 0, 0, 1071700, 0],
  ],
];

/** Evenly drawn: small numbers and short lists, which a generator likes, are all the same few things. */
const schedules = fc.noBias(
  fc.array(fc.nat(lifeSteps.largest), { minLength: 1, maxLength: LONGEST_SCHEDULE, size: "max" }),
);

scenario("prompt-life", "schedules of the life of prompts and questions", {}, async (torture) => {
  await runSchedules(torture, {
    schedules,
    run: runSchedule,
    describe: lifeSteps.describe,
    failedBefore,
    wanted: Number(process.env.SKEIN_SCHEDULES ?? torture.size(10_000, 100_000)),
    slice: SLICE,
  });
});

scenario(
  "prompt-life",
  "schedules of the life of prompts and questions, with the sessions of a daemon",
  {},
  async (torture) => {
    await runRealSchedules(torture, {
      schedules,
      run: runRealSchedule,
      describe: lifeSteps.describe,
      failedBefore,
      wanted: Number(process.env.SKEIN_SCHEDULES ?? torture.size(1_000, 10_000)),
    });
  },
);
