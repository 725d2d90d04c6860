// Decisions with the usual defaults of tests: by a person, or by the agent for its own questions, in a session without limits.
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

/** An agent with all capabilities, except those that the test changes. */
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
