// The mode that is set, and the one that the agent reports: it may have left the set one.
import type { SessionState } from "../../core/index.ts";
import { safeLine } from "../text/safe-text.ts";

type State = Pick<SessionState, "setting" | "binding">;

/** The mode that the agent reports, if it differs from the one that is set; else null. */
export function otherMode({ setting, binding }: State): string | null {
  const own = binding.run?.mode ?? null;
  return own === setting.mode ? null : own;
}

/** "mode ask; the agent reports auto" */
export function describeMode(state: State, { unset = "no mode is set" } = {}): string {
  const { mode } = state.setting;
  const other = otherMode(state);
  const says = other === null ? "" : `; the agent reports ${safeLine(other)}`;
  return `${mode === null ? unset : `mode ${safeLine(mode)}`}${says}`;
}
