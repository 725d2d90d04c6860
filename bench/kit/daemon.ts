// The built daemon as a process, in a temporary home that the scene removes.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client, isListening, unixTransport } from "../../src/client/index.ts";
import { daemonArguments, type Paths, pathsOf } from "../../src/home/index.ts";
import type { Scene } from "./scene.ts";

const dist = fileURLToPath(new URL("../../dist", import.meta.url));
const loopProbe = new URL("../children/loop-probe.ts", import.meta.url);
const PATIENCE_MS = 20_000;

export class Daemon {
  readonly paths: Paths;
  readonly workspace: string;
  readonly env: Record<string, string>;
  /** A copy, because others may build meanwhile. */
  readonly program: string;
  readonly client: Client;
  readonly #profiles: string | null;
  readonly #isProbed: boolean;
  #child: ChildProcess | null = null;

  /** `agent` replaces the demo agent and speaks its protocol. `isProbed`: the daemon reports how long its event loop was blocked. */
  constructor(scene: Scene, { agent, isProbed = false }: { agent?: URL; isProbed?: boolean } = {}) {
    const root = scene.directory();
    this.workspace = join(root, "workspace");
    this.env = { PATH: process.env.PATH ?? "", HOME: root, SKEIN_HOME: join(root, "home") };
    this.paths = pathsOf(this.env);
    for (const dir of [this.workspace, this.paths.home]) mkdirSync(dir, { mode: 0o700 });
    cpSync(dist, join(root, "dist"), { recursive: true });
    if (agent) writeFileSync(join(root, "dist/demo-agent.cjs"), `import(${JSON.stringify(agent.href)});\n`);
    this.program = join(root, "dist/skein.cjs");
    this.client = this.newClient();
    this.#profiles = scene.profiles;
    this.#isProbed = isProbed;
    scene.defer(() => this.stop());
  }

  newClient(): Client {
    return new Client({ transport: unixTransport(this.paths.socket), name: "bench" });
  }

  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error("the daemon does not run");
    return pid;
  }

  async start(): Promise<void> {
    const profiling = this.#profiles === null ? [] : ["--cpu-prof", `--cpu-prof-dir=${this.#profiles}`];
    const probe = this.#isProbed ? ["--import", loopProbe.href] : [];
    this.#child = spawn(process.execPath, [...profiling, ...probe, ...daemonArguments(this.program)], {
      env: this.env,
      stdio: ["ignore", "ignore", "inherit", ...(this.#isProbed ? (["ipc"] as const) : [])],
      // Ctrl-C must reach only the bench, which then ends the daemon and its agents.
      detached: true,
    });
    const untilMs = performance.now() + PATIENCE_MS;
    while (!(await isListening(unixTransport(this.paths.socket)))) {
      if (this.#child.exitCode !== null || performance.now() > untilMs) throw new Error("the daemon did not start");
      await sleep(5);
    }
  }

  /** The longest time that its event loop was blocked during the task, in milliseconds. */
  async longestStall(task: () => unknown): Promise<number> {
    const child = this.#child;
    if (!child?.connected) throw new Error("the daemon has no probe");
    child.send("begin");
    await once(child, "message");
    await task();
    child.send("end");
    const [stallMs] = await once(child, "message");
    return stallMs;
  }

  /** Ends the daemon and its agents. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    const kill = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
    await this.client.drain({ agents: "stop" });
    await exited;
    clearTimeout(kill);
  }

  /** A new session with an agent that has an environment. */
  async newSession(): Promise<string> {
    const { session } = await this.client.create({ cwd: this.workspace, agent: "demo", env: this.env });
    return session.id;
  }

  async prompt(session: string, text: string): Promise<string> {
    return (await this.client.prompt(session, { content: [{ type: "text", text }] })).id;
  }
}
