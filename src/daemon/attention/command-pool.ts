// Runs the user's own commands: a few at a time, each with a timeout, without blocking anything else. Failures go to the daemon's log.
import { background, lastLine } from "../../core/index.ts";
import type { CommandLine } from "../../home/index.ts";
import type { Clock } from "../../session/index.ts";
import type { Journal } from "../journal.ts";

export interface CommandSpec {
  line: CommandLine;
  /** Written to its stdin. */
  input: string;
  cwd: string;
  env: Readonly<Record<string, string>>;
}

export interface CommandEnd {
  code: number | null;
  signal: string | null;
  /** The end of its stderr. */
  stderr: string;
}

export interface RunningCommand {
  readonly ended: Promise<CommandEnd>;
  /** Kills it with everything that it started. */
  kill(): Promise<void>;
}

export type StartCommand = (spec: CommandSpec) => Promise<RunningCommand>;

interface Job extends CommandSpec {
  /** Its name in the daemon's log. */
  what: string;
  timeoutMs: number;
}

const AT_ONCE = 4;
const MAX_WAITING = 100;
/** How long the daemon waits at its end; then it kills what still runs. */
const GRACE_MS = 2000;

export class CommandPool {
  readonly #deps: { start: StartCommand; clock: Clock; journal: Journal };
  readonly #waiting: Job[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #kills = new Set<() => Promise<void>>();

  constructor(deps: { start: StartCommand; clock: Clock; journal: Journal }) {
    this.#deps = deps;
  }

  /** Never throws; returns at once. */
  run(job: Job): void {
    this.#waiting.push(job);
    const dropped = this.#waiting.length > MAX_WAITING ? this.#waiting.shift() : undefined;
    if (dropped) this.#deps.journal.error(`${dropped.what} was dropped`, `${MAX_WAITING} others are waiting already`);
    this.#startNext();
  }

  /** Resolves when no command runs any more. */
  async close(): Promise<void> {
    let isLate = false;
    const late = new Promise<void>((resolve) => {
      setTimeout(resolve, GRACE_MS).unref();
    }).then(() => {
      isLate = true;
    });
    while (this.#running.size > 0 && !isLate) await Promise.race([...this.#running, late]);
    for (const { what } of this.#waiting.splice(0)) this.#deps.journal.error(`${what} was dropped`, "the daemon ended");
    await Promise.all([...this.#kills].map((kill) => kill()));
    await Promise.all(this.#running);
  }

  #startNext(): void {
    while (this.#running.size < AT_ONCE) {
      const job = this.#waiting.shift();
      if (!job) return;
      const running = this.#carryOut(job)
        .catch((error) => this.#deps.journal.error(`${job.what} failed`, error))
        .finally(() => {
          this.#running.delete(running);
          this.#startNext();
        });
      this.#running.add(running);
    }
  }

  async #carryOut({ what, timeoutMs, ...spec }: Job): Promise<void> {
    const { start, clock, journal } = this.#deps;
    const command = await start(spec);
    const end: { why: string | null; killed: Promise<void> } = { why: null, killed: Promise.resolve() };
    const kill = (why: string): Promise<void> => {
      if (end.why === null) {
        end.why = why;
        end.killed = command.kill().catch((error) => journal.error(`${what} can't be stopped`, error));
      }
      return end.killed;
    };
    const endNow = (): Promise<void> => kill("the daemon ended, and it was killed");
    const cancelLimit = clock.after(timeoutMs, () =>
      background(kill(`it took longer than ${timeoutMs / 1000} s and was killed`), (error) =>
        journal.error(`${what} can't be stopped`, error),
      ),
    );
    this.#kills.add(endNow);
    try {
      const { code, signal, stderr } = await command.ended;
      const failure = code === 0 ? null : [signal ?? `exit code ${code}`, lastLine(stderr)].filter(Boolean).join(": ");
      await end.killed;
      const why = end.why ?? failure;
      if (why !== null) journal.error(`${what} failed`, why);
    } finally {
      cancelLimit();
      this.#kills.delete(endNow);
    }
  }
}
