// The time of a command from the shell, with a running daemon, compared with an empty Node program, alternately.
import { spawnSync } from "node:child_process";
import { Daemon } from "../kit/daemon.ts";
import { seedSessions } from "../kit/seed-sessions.ts";
import { median } from "../kit/statistics.ts";
import type { Measurement, Row } from "../measurement.ts";

const ROUNDS = 30;
const SESSIONS = 20;

export const start: Measurement = {
  name: "start",
  about: "`skein --version` and `skein sessions`, beside `node -e 0`",
  async run(scene) {
    const daemon = new Daemon(scene);
    await seedSessions(daemon.paths.database, SESSIONS);
    await daemon.start();
    const take = (args: readonly string[]): number => {
      const startMs = performance.now();
      const { status, stderr } = spawnSync(process.execPath, args, {
        env: daemon.env,
        stdio: ["ignore", "ignore", "pipe"],
      });
      const tookMs = performance.now() - startMs;
      if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
      return tookMs;
    };
    const programs = {
      node: ["-e", "0"],
      version: [daemon.program, "--version"],
      sessions: [daemon.program, "sessions"],
    };
    const times = { node: [] as number[], version: [] as number[], sessions: [] as number[] };
    // The first rounds fill the compile cache.
    for (let round = -2; round < ROUNDS; round++) {
      for (const name of ["node", "version", "sessions"] as const) {
        const tookMs = take(programs[name]);
        if (round >= 0) times[name].push(tookMs);
      }
    }
    const row = (name: "version" | "sessions", words: string): Row => ({
      name: `start, \`${words}\``,
      measured: median(times[name]),
      unit: "ms",
      better: "lower",
      target: { of: "ratio", value: 2 },
      baseline: { what: "`node -e 0`", value: median(times.node) },
      note: `best ${best(times[name])}, of Node ${best(times.node)}`,
    });
    return [row("version", "skein --version"), row("sessions", "skein sessions")];
  },
};

const best = (times: readonly number[]): string => `${Math.min(...times).toFixed(0)} ms`;
