// Makes a recording: runs a real agent by plain pipes under its driver, and writes down both directions.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Driver, Fact, LaunchContext } from "../../src/agents/index.ts";
import { DriverInUse, type Step } from "../contracts/recording.ts";

export interface Script {
  prompt: string;
  /** What to do when a fact arrives. */
  react?(fact: Fact): Extract<Step, { do: "answer" | "interrupt" | "steer" | "stop_tasks" }> | null;
}

/** One prompt after the other, from the start of the process to its end. */
export async function recordLife(driver: Driver, context: LaunchContext, scripts: readonly Script[]): Promise<Step[]> {
  const { argv, env } = driver.launch(context);
  const [command = "", ...args] = argv;
  const child = spawn(command, args, {
    cwd: context.cwd,
    env: { ...context.env, ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const use = new DriverInUse(driver, context);
  const steps: Step[] = [];
  const waiting = [...scripts];
  let current: Script | undefined;
  let isReady = false;

  const take = (step: Exclude<Step, { in: string }>): Fact[] => {
    const { facts, writes } = use.take(step);
    steps.push(step, ...writes.map((line) => ({ in: line })));
    for (const line of writes) child.stdin.write(`${line}\n`);
    return facts;
  };
  const deliverNext = () => {
    current = waiting.shift();
    if (current) take({ do: "deliver", promptId: `p${scripts.length - waiting.length}`, text: current.prompt });
    else child.stdin.end();
  };

  take({ do: "open" });
  createInterface({ input: child.stdout }).on("line", (out) => {
    for (const fact of take({ out })) {
      const wish = current?.react?.(fact);
      if (wish) take(wish);
      // An agent may say more about itself later: that is no new start.
      if (fact.type === "turn_end" || (fact.type === "bound" && !isReady)) deliverNext();
      isReady ||= fact.type === "bound";
    }
  });
  await once(child, "close");
  return steps;
}
