// An idle daemon: its memory, CPU and processes; new, with an idle agent, and after that agent was stopped.
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { Daemon } from "../kit/daemon.ts";
import { cpuMilliseconds, descendants, hasProc, residentMegabytes } from "../kit/process-facts.ts";
import type { Measurement, Row } from "../measurement.ts";

const WATCHED_MS = 5000;
/** Lets work after a start or an end finish. */
const SETTLE_MS = 1000;

export const idle: Measurement = {
  name: "idle",
  about: "memory, CPU and processes of a daemon at rest",
  async run(scene) {
    if (!hasProc()) return [];
    const bare = spawn(process.execPath, ["-e", "setInterval(() => {}, 2 ** 30)"], { stdio: "ignore" });
    scene.defer(() => bare.kill());
    const daemon = new Daemon(scene);
    await daemon.start();

    const watch = async (when: string): Promise<Row[]> => {
      await sleep(SETTLE_MS);
      const pids = [daemon.pid, bare.pid!] as const;
      const before = pids.map(cpuMilliseconds);
      await sleep(WATCHED_MS);
      const percent = pids.map((pid, index) => ((cpuMilliseconds(pid) - before[index]!) / WATCHED_MS) * 100);
      const isAlone = when !== "agent at rest";
      const row = (what: string, unit: Row["unit"], [measured, bareValue]: readonly number[], limit: number): Row => ({
        name: `idle, ${when}: ${what}`,
        measured: measured!,
        unit,
        better: "lower",
        baseline: { what: "bare Node", value: bareValue! },
        ...(isAlone ? { target: { of: "measured", value: limit } } : {}),
      });
      return [
        row("memory", "MB", pids.map(residentMegabytes), 100),
        row("CPU", "%", percent, 0.5),
        row("subprocesses", "processes", pids.map(descendants), 0),
      ];
    };

    const rows = await watch("fresh");
    const session = await daemon.newSession();
    await daemon.prompt(session, "[[run: true]] [[say: Done.]]");
    await until(daemon, session, "turn_end");
    rows.push(...(await watch("agent at rest")));
    await daemon.client.stop(session);
    await until(daemon, session, "agent_exit");
    rows.push(...(await watch("agent stopped")));
    return rows;
  },
};

async function until({ client }: Daemon, session: string, type: string): Promise<void> {
  for await (const item of client.follow(session, { after: 0 })) {
    if (item.kind === "event" && item.event.type === type) return;
  }
}
