// Makes a driver for a program that runs once per prompt: the prompt is its whole stdin, and nothing else is sent to it.
import type * as z from "zod";
import type { Capabilities } from "../../core/index.ts";
import type { Behaviour, DeliveredPrompt, Driver, Identity, LaunchContext, Reaction, Step } from "../driver.ts";
import { defineDriver } from "./define-driver.ts";
import { ANY_FILE } from "./file-kinds.ts";

/** What is specific to one such program. It asks no questions; but a program that also has a long-lived mode may print one by mistake. */
interface Oneshot<State>
  extends Omit<Identity, "transport" | "capabilities">,
    Pick<Capabilities, "fork" | "modes">,
    Partial<Pick<Capabilities, "tasks">>,
    Pick<Behaviour<State>, "launch" | "nativeFiles" | "stdin" | "ended">,
    Partial<Pick<Behaviour<State>, "answer" | "openQuestions">> {
  /** The state of a fresh process. */
  begin(context: LaunchContext, prompt: DeliveredPrompt | null): State;
  /** Total, like every driver's. */
  read(state: State, line: string): Step<State>;
}

export function defineOneshot<State>(schema: z.ZodType<State>, agent: Oneshot<State>): Driver {
  const { fork, modes, tasks = "untold" } = agent;
  return defineDriver<State>(schema, {
    answer: stay,
    ...agent,
    transport: "oneshot",
    capabilities: {
      resume: true,
      fork,
      approvals: false,
      interrupt: false,
      steer: false,
      tasks,
      // Files are named in the prompt.
      files: [ANY_FILE],
      modes,
      models: true,
      commands: false,
    },
    open: (context, prompt) => stay(agent.begin(context, prompt)),
    read: (state, line) => ({ writes: [], ...agent.read(state, line) }),
    deliver: stay,
    interrupt: stay,
  });
}

const stay = <State>(state: State): Reaction<State> => ({ state, facts: [], writes: [] });
