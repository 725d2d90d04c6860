// kill -9 at random moments of the daemon, the keepers and the agents, while sessions stream, run tools and ask.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { DaemonProcess } from "../kit/daemon-process.ts";
import { gatherCrowd } from "./crowd.ts";
import { processesOfRun, processFaults, storedFaults } from "./oracle.ts";
import { scenario } from "./scenario.ts";

const SESSIONS = 4;
const kinds = ["daemon", "daemon", "daemon", "keeper", "agent"] as const;

scenario("random-kills", "kills of daemon, keeper and agent", {}, async ({ random, size, did, found }) => {
  const kills = size(40, 500);
  const daemon = new DaemonProcess();
  await daemon.start();
  const crowd = await gatherCrowd(daemon, SESSIONS);

  let killed = 0;
  const killing = (async () => {
    while (killed < kills) {
      await delay(random.between(5, 250));
      const kind = random.pick(kinds);
      const pid = kind === "daemon" ? daemon.pid : random.pick([undefined, ...pidsOf(kind, daemon.paths.runs)]);
      if (pid === undefined) continue;
      killed++;
      did();
      if (kind === "daemon") {
        await daemon.kill();
        // Sometimes the next one dies while it is still taking things up.
        const started = daemon.start();
        if (random.chance(0.7)) await started;
        else started.catch(() => {});
      } else killIfThere(pid);
    }
  })();
  await Promise.all([killing, crowd.talk(() => killed >= kills)]);

  await daemon.start();
  found(await crowd.faults());
  await crowd.leave();
  await daemon.end();
  found(processFaults(crowd.runs()));
  found(await storedFaults(daemon.paths.database, crowd.acknowledged));
  console.info(
    `random-kills: ${crowd.turns()} turns, ${crowd.runs().length} runs of agents, ${crowd.acknowledged.length} acknowledgements`,
  );
});

/** Only processes that carry the run's marker. */
function pidsOf(kind: "keeper" | "agent", runs: string): number[] {
  return readdirSync(runs).flatMap((run) => {
    const keeper = keeperOf(join(runs, run));
    return processesOfRun(run)
      .filter(({ pid, parent, command }) =>
        kind === "keeper" ? pid === keeper : parent === keeper && command.includes("demo-agent"),
      )
      .map(({ pid }) => pid);
  });
}

function keeperOf(dir: string): number | null {
  try {
    return Number(readFileSync(join(dir, "keeper"), "latin1")) || null;
  } catch {
    return null;
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself in this very moment.
  }
}
