// What a session would refuse, by the code with which the daemon decides: for whoever offers something before it is asked for.
import {
  type Caller,
  type Command,
  type CommandOf,
  type DecisionContext,
  decide,
  FOLD_VERSION,
  noLimits,
  QUEUE_LIMIT,
  type Rejection,
  type SessionState,
} from "../core/index.ts";
import type { CallerAnswer, SessionDetail } from "../protocol/index.ts";

/** A command that is not sent yet, without what is only chosen then. */
export type Intent =
  | Exclude<Command, { type: "create" | "prompt" | "trash" | "stop" }>
  | Omit<CommandOf<"prompt">, "promptId">
  | Omit<CommandOf<"trash">, "batch" | "until">
  | Omit<CommandOf<"stop">, "reason">;

/** What the daemon said of the agent and the config; an older one says less. */
export type Conditions = Partial<Pick<DecisionContext, "agent" | "limits" | "queueLimit">>;

export const conditionsIn = ({ agent, limits, queueLimit }: SessionDetail): Conditions => ({
  limits,
  ...(agent ? { agent } : {}),
  ...(queueLimit === undefined ? {} : { queueLimit }),
});

interface Known {
  readonly state: SessionState;
  readonly conditions: Conditions;
  readonly caller: Pick<CallerAnswer, "kind" | "needsCode" | "why"> | undefined;
}

/** Null where nothing is refused, as far as the client knows. */
export function whyRefused(intent: Intent, { state, conditions, caller }: Known): Rejection | null {
  // The state of a daemon of another version is not looked into.
  if (state.version !== FOLD_VERSION || state.lifecycle.phase === "absent") return null;
  const command = Object.assign({ promptId: "", batch: "", until: "", reason: "" }, intent) as Command;
  const decision = decide(state, command, {
    by: { kind: "client" },
    caller: callerIn(caller),
    agent: null,
    limits: noLimits,
    queueLimit: QUEUE_LIMIT,
    ...conditions,
  });
  return "rejection" in decision ? decision.rejection : null;
}

/** A person, unless the daemon said otherwise. */
function callerIn(caller: Known["caller"]): Caller {
  if (caller?.kind !== "unknown") return { kind: caller?.kind ?? "person" };
  return { kind: "unknown", why: caller.why ?? "", isAlone: !caller.needsCode, isLapse: false };
}
