// The thread that writes the log dies in the midst of its work: nothing that it had acknowledged is lost, and the next one goes on.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { DaemonProcess } from "../kit/daemon-process.ts";
import { tempDir } from "../kit/temp-dir.ts";
import { until } from "../kit/until.ts";
import { gatherCrowd } from "./crowd.ts";
import { processFaults, resourceFaults, resourcesOf, storedFaults } from "./oracle.ts";
import { scenario } from "./scenario.ts";

/** A thread that is ended from outside leaves some memory with the allocator; the heap does not grow. */
const LEFT_PER_THREAD_KB = 600;

scenario("worker-crash", "deaths of the thread that writes", {}, async ({ random, size, did, found }) => {
  const crashes = size(15, 200);
  const record = join(tempDir(), "threads");
  const preload = resolve("test/torture/programs/end-threads-on-signal.ts");
  const daemon = new DaemonProcess({
    env: { NODE_OPTIONS: `--no-warnings --import ${preload}`, SKEIN_TORTURE_THREADS: record },
  });
  await daemon.start();
  const pid = daemon.pid!;
  const crowd = await gatherCrowd(daemon, 3);
  await crowd.talk(() => crowd.turns() >= 3);
  const before = resourcesOf(pid);

  const ended = (): number => (existsSync(record) ? readFileSync(record, "utf8").split("\n").length - 1 : 0);
  const talking = crowd.talk(() => ended() >= crashes);
  while (ended() < crashes) {
    await delay(random.between(0, 250));
    const count = ended();
    process.kill(pid, "SIGUSR2");
    // None lives while the next one is being started.
    await until("a thread to end", () => ended() > count, 500).catch(() => {});
  }
  did(ended());
  await talking;

  if ((await daemon.client.server()).daemon.pid !== pid) found(["the daemon went with its thread"]);
  found(await crowd.faults());
  const left = (): string[] => resourceFaults(before, resourcesOf(pid), crashes * LEFT_PER_THREAD_KB);
  await until("memory and descriptors to be given back", () => left().length === 0).catch(() => found(left()));
  await crowd.leave();
  await daemon.end();
  found(processFaults(crowd.runs()));
  found(await storedFaults(daemon.paths.database, crowd.acknowledged));
});
