// The driver of the simulated world's agents: their lines are what they say, and what is said to them are messages as JSON.
import * as z from "zod";
import type { Driver, Fact } from "../../../src/agents/driver.ts";
import { defineDriver } from "../../../src/agents/kit/define-driver.ts";
import type { Line, Message } from "./agent.ts";
import type { Place, World } from "./world.ts";

/** The prompt that it works on. */
const State = z.object({ promptId: z.string().nullable() });
type State = z.infer<typeof State>;

const told = (state: State, message: Message) => ({ state, facts: [], writes: [JSON.stringify(message)] });
const anything = /^[\w -]{1,99}$/;

export function driverOf(world: World, id: Place["agent"]): Driver {
  return defineDriver(State, {
    id,
    title: "Demo",
    transport: "stream",
    capabilities: {
      resume: true,
      fork: "none",
      approvals: true,
      interrupt: true,
      steer: id === "demo",
      files: [],
      modes: {
        code: { edits: "free", commands: "asked" },
        plan: { edits: "refused", commands: "refused" },
      },
      models: false,
      tasks: "untold",
      commands: false,
    },
    ids: { conversation: anything, mark: anything },
    probe: { version: null, login: null, models: null },
    find: async () =>
      world.isInstallationBroken
        ? { kind: "missing", tried: ["demo"], install: "install it" }
        : { kind: "found", path: "demo", version: null },
    launch: () => ({ argv: ["demo"], env: {} }),
    open: () => ({ state: { promptId: null }, facts: [], writes: [] }),
    read(state, text) {
      const { fact, promptId } = JSON.parse(text) as Line;
      if (fact.type !== "turn_end") return { state, facts: [fact], writes: [] };
      // The end of what an agent did by itself is not the end of the prompt that waits behind it.
      const facts: Fact[] = promptId === state.promptId ? [fact] : [];
      return { state: facts.length > 0 ? { promptId: null } : state, facts, writes: [] };
    },
    deliver: (_, { promptId, text }) => told({ promptId }, { kind: "prompt", promptId, text }),
    steer: (state, { promptId, text }) => told(state, { kind: "steer", promptId, text }),
    answer: (state, { permission, option }) => told(state, { kind: "answer", id: permission, option }),
    interrupt: (state) => told(state, { kind: "interrupt" }),
    configure: (state) => told(state, { kind: "configure" }),
  });
}
