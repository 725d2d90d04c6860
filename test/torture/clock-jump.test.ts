// The wall clock jumps by ten years and back under a daemon at work: order is by seq, and nothing waits for a time that does not come.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DaemonProcess } from "../kit/daemon-process.ts";
import { tempDir } from "../kit/temp-dir.ts";
import { until } from "../kit/until.ts";
import { gatherCrowd } from "./crowd.ts";
import { processFaults, storedFaults } from "./oracle.ts";
import { scenario } from "./scenario.ts";

const TEN_YEARS_S = 10 * 365 * 86_400;
const jumps = [TEN_YEARS_S, -TEN_YEARS_S, 0];

scenario("clock-jump", "jumps of the clock by ten years", { programs: ["faketime"] }, async ({ size, did, found }) => {
  const clock = join(tempDir(), "clock");
  const set = (offsetS: number): void => writeFileSync(clock, `${offsetS < 0 ? "" : "+"}${offsetS}\n`);
  set(0);
  // The library itself, for the daemon alone: the wrapper would fix the offset for its whole life.
  const library = execFileSync("faketime", ["-m", "-f", "+0", "printenv", "LD_PRELOAD"], { encoding: "utf8" }).trim();
  const faked = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
  const daemon = new DaemonProcess({ env: faked });
  await daemon.start();
  const crowd = await gatherCrowd(daemon, 2);
  for (let jump = 0; jump < size(3, 30); jump++) {
    const goal = crowd.turns() + 2;
    const talking = crowd.talk(() => crowd.turns() >= goal);
    await until("a turn", () => crowd.turns() >= goal - 1, 60_000);
    set(jumps[jump % jumps.length] ?? 0);
    await talking;
    did();
  }
  const years = new Set(crowd.events().map(({ at }) => at.slice(0, 4)));
  if (years.size < 3) found([`the clock did not jump: ${[...years].join(", ")}`]);
  // Across a restart at a wrong time, too.
  set(-TEN_YEARS_S);
  await daemon.kill();
  await daemon.start();
  const goal = crowd.turns() + 2;
  await crowd.talk(() => crowd.turns() >= goal);
  found(await crowd.faults());
  await crowd.leave();
  await daemon.end();
  found(processFaults(crowd.runs()));
  found(await storedFaults(daemon.paths.database, crowd.acknowledged));
});
