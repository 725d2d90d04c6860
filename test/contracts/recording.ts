// A recorded life of a real agent under its driver: what was wished for, what went in, what came out, in order.
import { readFileSync } from "node:fs";
import type { Driver, Fact, LaunchContext } from "../../src/agents/index.ts";
import type { FormContent } from "../../src/core/index.ts";

export type Step =
  | { do: "open" }
  | { do: "deliver"; promptId: string; text: string }
  /** Answers the question that was asked last. */
  | { do: "answer"; option: string; message: string | null; content?: FormContent }
  /** Words into the running turn. */
  | { do: "steer"; promptId: string; text: string }
  | { do: "interrupt" }
  /** Asks for the end of what works in the background. */
  | { do: "stop_tasks" }
  /** A line that the driver wrote because of the wish before it. */
  | { in: string }
  /** A line that the agent printed. */
  | { out: string };

export function readRecording(path: string): Step[] {
  return readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Step);
}

export function formatRecording(steps: readonly Step[]): string {
  return steps.map((step) => `${JSON.stringify(step)}\n`).join("");
}

export function contextFor(run: string): LaunchContext {
  const newNativeId = "7c1f5a52-3f0e-4c55-9a0b-2f8f5d1c1a11";
  const program = { executable: "/bin/agent", mode: null, model: null };
  const dirs = { cwd: "/workspace", isTrusted: false, stateDir: "/state", filesDir: "/files" };
  return {
    run,
    nativeId: null,
    fork: null,
    spent: { inputTokens: 0, outputTokens: 0, costUsd: 0 },
    newNativeId,
    ...program,
    ...dirs,
    env: {},
  };
}

export interface Moment {
  state: unknown;
  facts: Fact[];
  writes: string[];
}

/** A driver in use: keeps its state the way the log does, as JSON. */
export class DriverInUse {
  readonly driver: Driver;
  readonly facts: Fact[] = [];
  readonly #context: LaunchContext;
  state: unknown = null;

  constructor(driver: Driver, context: LaunchContext) {
    this.driver = driver;
    this.#context = context;
  }

  /** What the driver makes of it; `in` is no input of the driver but what it wrote. */
  take(step: Exclude<Step, { in: string }>): Moment {
    const { state, facts, writes } = this.#react(step);
    this.state = JSON.parse(JSON.stringify(state));
    this.facts.push(...facts);
    return { state, facts, writes };
  }

  #react(step: Exclude<Step, { in: string }>) {
    if ("out" in step) return this.driver.read(this.state, step.out);
    switch (step.do) {
      case "open":
        return this.driver.open(this.#context, null);
      case "deliver":
        return this.driver.deliver(this.state, step);
      case "answer":
        return this.driver.answer(this.state, { ...step, permission: this.lastQuestion() });
      case "steer":
        return this.driver.steer(this.state, step);
      case "interrupt":
        return this.driver.interrupt(this.state);
      case "stop_tasks":
        return this.driver.stopTasks(this.state);
      default:
        return step satisfies never;
    }
  }

  lastQuestion(): string {
    const asked = this.facts.findLast((fact) => fact.type === "permission" && fact.data.state === "asked");
    if (asked?.type !== "permission") throw new Error("The agent has asked nothing.");
    return asked.data.id;
  }
}
