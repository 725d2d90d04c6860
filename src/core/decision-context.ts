// What a decision depends on besides the session's state and the command.
import type { Agent } from "./agent.ts";
import type { Caller } from "./caller.ts";
import type { By } from "./event.ts";
import type { Limits } from "./limit/state.ts";

export interface DecisionContext {
  /** How the log names the caller. */
  readonly by: By;
  readonly caller: Caller;
  /** The session's agent; null if no agent has that name any more. */
  readonly agent: Agent | null;
  /** The config's limits; the session's own override them. */
  readonly limits: Limits;
  /** How many prompts may be queued, at most `QUEUE_LIMIT`; with 0 only a prompt that goes at once is accepted. */
  readonly queueLimit: number;
}
