// Decisions as most tests want them: by a person, or an agent where an agent asks, in a session without limits whose agent nobody knows.
import {
  type Agent,
  type By,
  type Capabilities,
  type Command,
  type Decision,
  type DecisionContext,
  decide as decideIn,
  noLimits,
  QUEUE_LIMIT,
  type SessionState,
} from "../../src/core/index.ts";

export const contextOf = (by: By, more: Partial<DecisionContext> = {}): DecisionContext => ({
  by,
  caller: { kind: by.kind === "agent" ? "agent" : "person" },
  agent: null,
  limits: noLimits,
  queueLimit: QUEUE_LIMIT,
  ...more,
});

export const decide = (state: SessionState, command: Command, by: By, more: Partial<DecisionContext> = {}): Decision =>
  decideIn(state, command, contextOf(by, more));

/** An agent that can do all of it, unless it is said that it can't. */
export const agentThat = (can: Partial<Capabilities> = {}): Agent => ({
  title: "Able",
  transport: "stream",
  ways: [
    {
      transport: "stream",
      capabilities: {
        ...{ resume: true, fork: "turn", approvals: true, interrupt: true, steer: true, tasks: "stoppable" },
        ...{ files: ["*/*"], modes: {}, models: true, commands: true },
        ...can,
      },
    },
  ],
});
