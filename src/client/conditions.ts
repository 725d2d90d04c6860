// What a session's decisions depend on besides its state, as the daemon sends it.
import type { DecisionContext } from "../core/index.ts";
import type { SessionDetail } from "../protocol/index.ts";

/** The daemon's facts about the agent and the config; an older one sends fewer. */
export type Conditions = Partial<Pick<DecisionContext, "agent" | "limits" | "queueLimit">>;

export const conditionsIn = ({ agent, limits, queueLimit }: SessionDetail): Conditions => ({
  limits,
  ...(agent ? { agent } : {}),
  ...(queueLimit === undefined ? {} : { queueLimit }),
});
