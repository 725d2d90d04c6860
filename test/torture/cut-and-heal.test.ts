// The network between clients and the daemon is away for 200 ms, and there for 200 ms, again and again, while sessions stream, run tools and ask: each
// time it is cut, or stands still and moves again.
import { setTimeout as delay } from "node:timers/promises";
import { Client, unixTransport } from "../../src/client/index.ts";
import { ChaosProxy } from "../kit/chaos-proxy.ts";
import { DaemonProcess } from "../kit/daemon-process.ts";
import { until } from "../kit/until.ts";
import { gatherCrowd } from "./crowd.ts";
import { processFaults, resourceFaults, resourcesOf, storedFaults } from "./oracle.ts";
import { scenario } from "./scenario.ts";

const SESSIONS = 3;
const AWAY_MS = 200;
const THERE_MS = 200;

scenario("cut-and-heal", "times that the network was away", {}, async ({ random, size, did, found }) => {
  // The long form takes ten minutes.
  const times = size(20, 1500);
  const daemon = new DaemonProcess();
  await daemon.start();
  const pid = daemon.pid!;
  const network = new ChaosProxy(daemon.paths.socket, random.below(2 ** 32));
  // Only what is done to it here: connections that fare badly one by one are a matter of other tests.
  network.isChaotic = false;
  const client = new Client({ transport: unixTransport(network.path), name: "far away" });
  const crowd = await gatherCrowd({ client, workspace: daemon.workspace }, SESSIONS);
  await crowd.talk(() => crowd.turns() >= SESSIONS);
  const before = resourcesOf(pid);

  let isOver = false;
  const talking = crowd.talk(() => isOver);
  for (let time = 0; time < times; time++) {
    const isCut = random.chance(0.7);
    if (isCut) network.cut();
    else network.freeze();
    await delay(AWAY_MS);
    if (isCut) network.heal();
    else network.thaw();
    await delay(THERE_MS);
    did();
  }
  isOver = true;
  await talking;

  if ((await daemon.client.server()).daemon.pid !== pid) found(["the daemon was started anew"]);
  found(await crowd.faults());
  const isBack = (): boolean => resourceFaults(before, resourcesOf(pid)).length === 0;
  await until("what connections held to be given back", isBack).catch(() =>
    found(resourceFaults(before, resourcesOf(pid))),
  );
  await crowd.leave();
  await daemon.end();
  found(processFaults(crowd.runs()));
  found(await storedFaults(daemon.paths.database, crowd.acknowledged));
  console.info(`cut-and-heal: ${crowd.turns()} turns over ${network.connections} connections`);
});
