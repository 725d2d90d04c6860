// The built daemon as a process that can be killed at any moment, and clients that outlive it.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client, isListening, unixTransport } from "../../src/client/index.ts";
import type { Event } from "../../src/core/index.ts";
import { daemonArguments, type Paths, pathsOf } from "../../src/home/index.ts";
import { endWithTest } from "./end-with-test.ts";
import type { Lifetime } from "./lifetime.ts";
import { until } from "./until.ts";

export const skeinProgram = resolve("dist/skein.cjs");

export type AnyEvent = Event & { data: Record<string, unknown> };

export interface DaemonEnvironment {
  /** Where its directory is made. */
  under?: string;
  /** A program with arguments that becomes the daemon in the end, such as `prlimit --nofile=64`. */
  through?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Of the test, unless several share it. */
  lifetime?: Lifetime;
}

/** Of every test: what is measured or raced in them is not compiling. */
export const sharedCache = (): string => join(tmpdir(), "skein-cli-cache");

export class DaemonProcess {
  readonly paths: Paths;
  readonly workspace: string;
  readonly env: Record<string, string>;
  readonly client: Client;
  readonly #through: readonly string[];
  #child: ChildProcess | null = null;
  /** Its directory goes: whatever the test left going on must not bring the daemon back. */
  #isOver = false;

  constructor({ under = tmpdir(), through = [], env = {}, lifetime }: DaemonEnvironment = {}) {
    const root = realpathSync(mkdtempSync(join(under, "skein-process-")));
    const home = join(root, "home");
    this.workspace = root;
    this.#through = through;
    this.env = { PATH: process.env.PATH ?? "", HOME: root, SKEIN_HOME: home, XDG_CACHE_HOME: sharedCache(), ...env };
    this.paths = pathsOf(this.env);
    this.client = new Client({ transport: unixTransport(this.paths.socket), name: "test", revive: () => this.start() });
    const forbid = (): void => {
      this.#isOver = true;
    };
    endWithTest(root, { end: () => this.end(), forbid }, lifetime);
  }

  async start(): Promise<void> {
    if (this.#child?.exitCode === null && this.#child.signalCode === null) return this.#untilListening();
    if (this.#isOver) throw new Error("the daemon is not started again: the test is over");
    const [program = "", ...args] = [...this.#through, process.execPath, ...daemonArguments(skeinProgram)];
    this.#child = spawn(program, args, {
      env: this.env,
      // Not this process's own: it would be held open, and waited for, as long as the daemon lives.
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#child.stderr?.pipe(process.stderr, { end: false });
    await this.#untilListening();
  }

  /** Like a power cut for the process: SIGKILL, without any cleanup. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async end(): Promise<void> {
    await this.start();
    const child = this.#child;
    const exited = child ? once(child, "exit") : null;
    await this.client.drain({ agents: "stop" });
    await exited;
    this.#child = null;
  }

  async events(session: string): Promise<AnyEvent[]> {
    const events: AnyEvent[] = [];
    for await (const { event } of this.client.log(session, { after: 0 })) events.push(event as AnyEvent);
    return events;
  }

  /** The first matching event; daemons may come and go meanwhile. */
  async event(session: string, fits: (event: AnyEvent) => boolean, withinMs = 120_000): Promise<AnyEvent> {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), withinMs);
    try {
      for await (const item of this.client.follow(session, { after: 0, signal: stop.signal })) {
        if (item.kind === "event" && fits(item.event as AnyEvent)) return item.event as AnyEvent;
      }
      throw new Error(
        `no such event within ${withinMs} ms; the daemon's log: ${readFileSync(this.paths.daemonLog, "utf8").slice(-2000)}`,
      );
    } finally {
      clearTimeout(timer);
      stop.abort();
    }
  }

  async #untilListening(): Promise<void> {
    await until("the daemon to answer", () => isListening(unixTransport(this.paths.socket)));
  }
}
