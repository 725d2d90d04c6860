// A real agent without Skein: the driver's own lines over plain pipes. No keeper, no log, no daemon.
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Driver, Fact, Reaction } from "../../src/agents/index.ts";
import type { Scene } from "./scene.ts";

export interface TurnTimes {
  /** From the prompt to the first text of the answer. */
  readonly firstMs: number;
  readonly endMs: number;
}

interface AgentDependencies {
  readonly driver: Driver;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export class AgentAlone {
  readonly #deps: AgentDependencies;
  #child: ChildProcess | null = null;
  #state: unknown = null;
  #nativeId: string | null = null;
  #listener: (fact: Fact) => void = () => {};

  constructor(scene: Scene, deps: AgentDependencies) {
    this.#deps = deps;
    scene.defer(() => this.#end());
  }

  async turn(text: string): Promise<TurnTimes> {
    const { driver } = this.#deps;
    const prompt = { promptId: randomUUID(), text };
    const isOneshot = driver.transport === "oneshot";
    if (!isOneshot && !this.#child) await this.#begin();
    const startMs = performance.now();
    const times = this.#times(startMs);
    if (isOneshot) await this.#start(prompt);
    else this.#take(driver.deliver(this.#state, prompt));
    const measured = await times;
    if (isOneshot) await this.#end();
    return measured;
  }

  async #begin(): Promise<void> {
    const ready = new Promise<void>((resolve) => {
      this.#listener = ({ type }) => type === "bound" && resolve();
    });
    await this.#start(null);
    await ready;
  }

  #times(startMs: number): Promise<TurnTimes> {
    let firstMs = 0;
    return new Promise((resolve, reject) => {
      this.#listener = (fact) => {
        if (fact.type === "bound") this.#nativeId = fact.nativeId;
        if (fact.type === "error") reject(new Error(fact.data.message));
        if (fact.type === "agent_message") firstMs ||= performance.now() - startMs;
        if (fact.type === "turn_end") resolve({ firstMs, endMs: performance.now() - startMs });
      };
    });
  }

  async #start(prompt: { promptId: string; text: string } | null): Promise<void> {
    const { driver, cwd, env } = this.#deps;
    const found = await driver.find(env);
    if (found.kind === "missing") throw new Error(`not found: ${found.tried.join(", ")}`);
    const context = {
      run: randomUUID(),
      nativeId: this.#nativeId,
      fork: null,
      spent: { inputTokens: 0, outputTokens: 0, costUsd: 0 },
      newNativeId: randomUUID(),
      executable: found.path,
      mode: "auto",
      model: null,
      cwd,
      isTrusted: false,
      env,
      stateDir: cwd,
      filesDir: cwd,
    };
    const { argv, env: added } = driver.launch(context);
    const [command = "", ...args] = argv;
    const child = spawn(command, args, { cwd, env: { ...env, ...added }, stdio: ["pipe", "pipe", "ignore"] });
    this.#child = child;
    createInterface({ input: child.stdout }).on("line", (line) => this.#take(driver.read(this.#state, line)));
    this.#take(driver.open(context, prompt));
    if (prompt) child.stdin.end(driver.stdin(prompt));
  }

  #take({ state, facts, writes }: Reaction<unknown>): void {
    this.#state = state;
    for (const line of writes) this.#child?.stdin?.write(`${line}\n`);
    for (const fact of facts) this.#listener(fact);
  }

  async #end(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.stdin?.end();
    const kill = setTimeout(() => child.kill("SIGKILL"), 5000);
    await exited;
    clearTimeout(kill);
  }
}
