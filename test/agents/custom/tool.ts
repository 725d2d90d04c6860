// A tool of config.toml under its driver, with a made-up process behind it: says lines of the runner, tells what became of them.
import { createCustomDriver } from "../../../src/agents/custom/driver.ts";
import type { RunnerLine } from "../../../src/agents/custom/protocol.ts";
import type { DeliveredPrompt, Driver, Fact, LaunchContext, Reaction } from "../../../src/agents/index.ts";
import { parseConfig } from "../../../src/home/config.ts";
import type { LinesTool, OneshotTool } from "../../../src/home/index.ts";
import { contextFor } from "../../contracts/recording.ts";

/** As config.toml describes it. */
export function driverOf(keys: string): Driver {
  const tool = parseConfig(`[tools.mine]\ncommand = "mine"\n${keys}`, "config.toml").tools.mine as
    | OneshotTool
    | LinesTool;
  return createCustomDriver({ id: "mine", tool, runner: "/opt/skein/tool-runner.cjs", install: "install mine" });
}

export const repl = `protocol = "lines"\nprompt_patterns = ["^> $"]\n`;

export class Life {
  readonly driver: Driver;
  readonly facts: Fact[] = [];
  readonly writes: unknown[] = [];
  state: unknown;

  constructor(keys: string, context: Partial<LaunchContext> = {}) {
    this.driver = driverOf(keys);
    const prompt = this.driver.transport === "oneshot" ? { promptId: "p1", text: "go" } : null;
    this.#take(this.driver.open({ ...contextFor("r1"), ...context }, prompt));
  }

  /** The facts of these lines alone. */
  say(...lines: RunnerLine[]): Fact[] {
    return lines.flatMap((line) => this.#take(this.driver.read(this.state, JSON.stringify(line))));
  }

  deliver(prompt: DeliveredPrompt = { promptId: "p1", text: "go" }): Fact[] {
    return this.#take(this.driver.deliver(this.state, prompt));
  }

  interrupt(): void {
    this.#take(this.driver.interrupt(this.state));
  }

  #take({ state, facts, writes }: Reaction<unknown>): Fact[] {
    this.state = JSON.parse(JSON.stringify(state));
    this.facts.push(...facts);
    this.writes.push(...writes.map((line) => JSON.parse(line) as unknown));
    return facts;
  }
}

export const ready: RunnerLine = { type: "ready", banner: "" };
export const text = (words: string, message = 1): RunnerLine => ({ type: "text", message, text: words });
export const end = (code: number, stderr = ""): RunnerLine => ({ type: "end", code, signal: null, stderr });
