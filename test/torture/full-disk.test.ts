// A real disk that fills up under a daemon at work, and has room again later.
import { join } from "node:path";
import { ProblemError } from "../../src/client/index.ts";
import { DaemonProcess } from "../kit/daemon-process.ts";
import { fill, mountMemory } from "../kit/small-disk.ts";
import { until } from "../kit/until.ts";
import { gatherCrowd } from "./crowd.ts";
import { processFaults, resourceFaults, resourcesOf, storedFaults, wordFaults } from "./oracle.ts";
import { scenario } from "./scenario.ts";

const words = { cause: /disk is full/, remedy: /Free some space/ };

scenario(
  "full-disk",
  "times that the disk fills up under a daemon",
  { root: true, programs: ["mount"] },
  async (torture) => {
    const { size, did, found } = torture;
    const disk = mountMemory(96);
    const daemon = new DaemonProcess({ under: disk });
    await daemon.start();
    const { client } = daemon;
    const crowd = await gatherCrowd(daemon, 2);
    await crowd.talk(() => crowd.turns() >= 2);
    const before = resourcesOf(daemon.pid!);

    for (let time = 0; time < size(1, 8); time++) {
      const goal = crowd.turns() + 4;
      let hasRoom = true;
      const talking = crowd.talk(() => hasRoom && crowd.turns() >= goal);
      await until("some turns", () => crowd.turns() >= goal - 3, 60_000);
      hasRoom = false;
      const free = fill(join(disk, "ballast"));
      const storage = await until("the daemon to say that its disk is full", async () => {
        const answer = await client.server().catch(problemOf);
        return answer instanceof ProblemError
          ? answer.message
          : answer.storage.kind === "fenced" && answer.storage.text;
      });
      found(wordFaults(storage, words));
      const refused = await client.create({ agent: "demo", cwd: daemon.workspace }).catch(problemOf);
      if (refused instanceof ProblemError) found(wordFaults(refused.message, words));
      else found(["a session was made on a full disk"]);
      free();
      hasRoom = true;
      await talking;
      did();
    }

    found(await crowd.faults());
    await until(
      "what was kept back to be given up",
      () => resourceFaults(before, resourcesOf(daemon.pid!)).length === 0,
    ).catch(() => found(resourceFaults(before, resourcesOf(daemon.pid!))));
    await crowd.leave();
    await daemon.end();
    found(processFaults(crowd.runs()));
    found(await storedFaults(daemon.paths.database, crowd.acknowledged));
  },
);

const problemOf = (error: unknown): ProblemError => {
  if (error instanceof ProblemError) return error;
  throw error;
};
