// Fifty daemons start for one home at once, and fifty commands that each want one: exactly one daemon owns it, and everyone gets a right answer.
import { DaemonProcess } from "../kit/daemon-process.ts";
import { until } from "../kit/until.ts";
import { runSkein } from "./command-line.ts";
import { storedFaults } from "./oracle.ts";
import { scenario } from "./scenario.ts";
import { startedPids } from "./started-pids.ts";

const AT_ONCE = 50;

scenario("fifty-daemons", "starts of daemons, fifty at once", {}, async ({ size, did, found }) => {
  const home = new DaemonProcess();
  for (let round = 0; round < size(1, 20); round++) {
    const where = `round ${round}`;
    let ended = 0;
    const ends = Array.from({ length: AT_ONCE }, () => runSkein(home, ["__daemon"]).finally(() => ended++));
    await until("all but one to end", () => ended >= AT_ONCE - 1, 180_000);
    const { daemon } = await home.client.server();
    const winner = startedPids(home.paths);
    if (winner.length !== round * 2 + 1) found([`daemons ${winner.join(", ")} all say that they started`], where);
    did(AT_ONCE);
    if (daemon.pid !== winner.at(-1)) found([`daemon ${daemon.pid} answers, and ${winner.at(-1)} has started`], where);
    await home.client.drain({ agents: "stop" });
    const failed = (await Promise.all(ends)).filter(({ code }) => code !== 0);
    found(
      failed.map(({ code, err }) => `a daemon ended with ${code}: ${err}`),
      where,
    );

    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => runSkein(home, ["sessions", "--json"])));
    did(AT_ONCE);
    const wrong = answers.filter(({ code, err }) => code !== 0 || err !== "");
    found(
      wrong.map(({ code, err }) => `a command ended with ${code}: ${err}`),
      where,
    );
    const started = startedPids(home.paths).length;
    if (started !== round * 2 + 2) found([`fifty commands started ${started - round * 2 - 1} daemons`], where);
    await runSkein(home, ["daemon", "stop", "--agents"]);
  }
  found(await storedFaults(home.paths.database, []));
});
