import { type Agent, nextWay } from "../agent.ts";
import type { CommandOf, Decision } from "../command.ts";
import type { DecisionContext } from "../decision-context.ts";
import { type Refused, reject } from "../rejection.ts";
import type { SessionState } from "../state.ts";

/** Whether there is a mode to remove: one that people have set, or that the agent chose. */
const isModeSet = ({ setting, binding }: SessionState): boolean =>
  setting.mode !== null || binding.run?.mode !== undefined;

/** Setting the same value again makes no event, unless the agent has left that mode. It takes effect with the next turn. */
export function decideSetting(
  state: SessionState,
  command: CommandOf<"set_mode" | "set_model">,
  { by, agent }: DecisionContext,
): Decision {
  const refusal = agent && refuseSetting(state, command, agent);
  if (refusal) return refusal;
  if (command.type === "set_mode") {
    const { mode } = command;
    if (mode === null) {
      return {
        events: isModeSet(state) ? [{ type: "mode_unset", by, data: {} }] : [],
        outcome: { state: "set", mode },
      };
    }
    const isNews = state.setting.mode !== mode || (state.binding.run?.mode ?? mode) !== mode;
    return { events: isNews ? [{ type: "mode_changed", by, data: { mode } }] : [], outcome: { state: "set", mode } };
  }
  const { model } = command;
  const isNews = state.setting.model !== model;
  return { events: isNews ? [{ type: "model_changed", by, data: { model } }] : [], outcome: { state: "set", model } };
}

/** What the agent can't honour is refused when it is set. */
function refuseSetting(
  state: SessionState,
  command: CommandOf<"set_mode" | "set_model">,
  agent: Agent,
): Refused | null {
  const way = nextWay(agent);
  if (!way) return null;
  const { modes, models } = way.capabilities;
  if (command.type === "set_model")
    return models
      ? null
      : reject("capability_missing", `${agent.title} has no models that can be set.`, { capability: "models" });
  const { mode } = command;
  const allowed = Object.keys(modes);
  if (mode === null) {
    if (!isModeSet(state) || allowed.length === 0 || way.forgetsMode) return null;
    const detail = `${agent.title} can't return to its own default once a mode is set; set another one: ${allowed.join(", ")}.`;
    return reject("mode_unsupported", detail, { allowed });
  }
  if (Object.hasOwn(modes, mode)) return null;
  const known = allowed.length > 0 ? `it has: ${allowed.join(", ")}` : "it has no modes that can be set";
  return reject("mode_unsupported", `${agent.title} has no mode "${mode}"; ${known}.`, { allowed });
}
