// What the daemon would refuse, decided by its own code, so that a user interface knows before it sends.
import {
  type Caller,
  type Command,
  type CommandOf,
  decide,
  FOLD_VERSION,
  noLimits,
  QUEUE_LIMIT,
  type Rejection,
  type SessionState,
} from "../core/index.ts";
import type { CallerAnswer } from "../protocol/index.ts";
import type { Conditions } from "./conditions.ts";

/** A command that is not sent yet, without fields that are chosen when it is sent. */
export type Intent =
  | Exclude<Command, { type: "create" | "prompt" | "trash" | "stop" }>
  | Omit<CommandOf<"prompt">, "promptId">
  | Omit<CommandOf<"trash">, "batch" | "until">
  | Omit<CommandOf<"stop">, "reason">;

interface Known {
  readonly state: SessionState;
  readonly conditions: Conditions;
  readonly caller: Pick<CallerAnswer, "kind" | "needsCode" | "why"> | undefined;
}

/** Null if nothing is refused, as far as the client knows. */
export function whyRefused(intent: Intent, { state, conditions, caller }: Known): Rejection | null {
  // The state of a daemon of another version is not examined.
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
