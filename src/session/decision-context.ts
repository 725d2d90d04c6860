// What a decision about a session depends on, at the moment when it is made.
import { agentOf } from "../agents/index.ts";
import { type DecisionContext, dependsOnPerson, type SessionState } from "../core/index.ts";
import type { CommandCaller, CommandRequest } from "./command-request.ts";
import type { SessionDependencies } from "./dependencies.ts";

const nobody: CommandCaller = { found: { kind: "hidden" }, confirmed: () => ({ kind: "hidden" }) };

type Dependencies = Pick<SessionDependencies, "registry" | "limits" | "queueLimit">;

/** What depends on the config is looked up when the decision asks for it: a kill also works while the config can't be read. */
export function decisionContext(
  { registry, limits, queueLimit }: Dependencies,
  state: SessionState,
  { command, by, caller = nobody }: Pick<CommandRequest, "command" | "by" | "caller">,
): DecisionContext {
  const { agent } = state.lifecycle;
  let known: DecisionContext["agent"] | undefined;
  return {
    by,
    caller: dependsOnPerson(state, command, caller.found) ? caller.confirmed() : caller.found,
    get agent() {
      known ??= agentOf(registry, agent);
      return known;
    },
    get limits() {
      return limits();
    },
    get queueLimit() {
      return queueLimit(agent);
    },
  };
}
