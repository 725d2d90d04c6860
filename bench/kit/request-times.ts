// The time of a request to the daemon, and the CPU time in it: on a busy machine the rest is waiting for a CPU.
import type { Daemon } from "./daemon.ts";
import { cpuMilliseconds, hasProc } from "./process-facts.ts";
import { median, timed } from "./statistics.ts";

export class RequestTimes {
  readonly #daemon: Daemon;
  readonly #ms: number[] = [];
  readonly #daemonCpuMs: number[] = [];
  readonly #clientCpuMs: number[] = [];

  constructor(daemon: Daemon) {
    this.#daemon = daemon;
  }

  async take(request: () => Promise<unknown>): Promise<void> {
    const daemonCpuMs = this.#daemonCpu();
    const cpu = process.cpuUsage();
    this.#ms.push(await timed(request));
    const { user, system } = process.cpuUsage(cpu);
    this.#clientCpuMs.push((user + system) / 1000);
    this.#daemonCpuMs.push(this.#daemonCpu() - daemonCpuMs);
  }

  get median(): number {
    return median(this.#ms);
  }

  get note(): string {
    const best = `best of ${this.#ms.length}: ${Math.min(...this.#ms).toFixed(1)} ms`;
    const client = `${median(this.#clientCpuMs).toFixed(1)} ms in the client`;
    return hasProc() ? `${best}; CPU ${median(this.#daemonCpuMs).toFixed(1)} ms in the daemon + ${client}` : best;
  }

  #daemonCpu(): number {
    return hasProc() ? cpuMilliseconds(this.#daemon.pid) : 0;
  }
}
