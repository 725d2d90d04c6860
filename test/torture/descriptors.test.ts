// A daemon that may open few files, and more clients than that, who say nothing: whoever asks for something is answered, and the log goes on.
import { connect, type Socket } from "node:net";
import { DaemonProcess } from "../kit/daemon-process.ts";
import { rawRequest } from "../kit/raw-request.ts";
import { until } from "../kit/until.ts";
import { gatherCrowd } from "./crowd.ts";
import { processFaults, resourceFaults, resourcesOf, storedFaults } from "./oracle.ts";
import { scenario } from "./scenario.ts";

const LIMIT = 128;
const CLIENTS = 300;
const needs = { programs: ["prlimit"] };

scenario("descriptors", "floods of more clients than descriptors", needs, async ({ size, did, found }) => {
  const daemon = new DaemonProcess({ through: ["prlimit", `--nofile=${LIMIT}:${LIMIT}`] });
  await daemon.start();
  const { paths } = daemon;
  const crowd = await gatherCrowd(daemon, 3);
  await crowd.talk(() => crowd.turns() >= 3);
  const before = resourcesOf(daemon.pid!);
  const pid = daemon.pid!;

  for (let flood = 0; flood < size(2, 20); flood++) {
    let isOver = false;
    const talking = crowd.talk(() => isOver);
    const running = crowd.events().length + 10;
    await until("work", () => crowd.events().length >= running, 60_000);
    const sockets = Array.from({ length: CLIENTS }, () => connectTo(paths.socket));
    await until("some to make room", () => sockets.some(({ destroyed }) => destroyed));
    const answer = await rawRequest({ socketPath: paths.socket, path: "/healthz" }).catch((error: Error) => error);
    const said = answer instanceof Error ? answer.message : answer.status;
    if (said !== 200) found([`clients that say nothing keep others out: ${said}`]);
    // Those who follow see the log go on.
    const seen = crowd.events().length;
    await until("the log to go on", () => crowd.events().length >= seen + 10).catch((error: Error) =>
      found([error.message]),
    );
    for (const socket of sockets) socket.destroy();
    isOver = true;
    await talking;
    did();
  }

  if (daemon.pid !== pid || (await daemon.client.server()).daemon.pid !== pid) found(["the daemon was started anew"]);
  found(await crowd.faults());
  const isBack = (): boolean => resourceFaults(before, resourcesOf(pid)).length === 0;
  await until("what clients held to be given back", isBack).catch(() =>
    found(resourceFaults(before, resourcesOf(pid))),
  );
  await crowd.leave();
  await daemon.end();
  found(processFaults(crowd.runs()));
  found(await storedFaults(paths.database, crowd.acknowledged));
});

/** Connects and says nothing: the cheapest way to hold a place. */
function connectTo(path: string): Socket {
  return connect(path).on("error", () => {});
}
