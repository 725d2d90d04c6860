import type { CommandOf, Decision } from "../command.ts";
import type { By } from "../event.ts";
import type { SessionState } from "../state.ts";

/** Whether there is a mode to remove: one that people have set, or that the agent chose. */
export const isModeSet = ({ setting, binding }: SessionState): boolean =>
  setting.mode !== null || binding.run?.mode !== undefined;

/** Setting the same value again makes no event, unless the agent has left that mode. It takes effect with the next turn. */
export function decideSetting(state: SessionState, command: CommandOf<"set_mode" | "set_model">, by: By): Decision {
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
