import type { SessionState } from "../state.ts";

/** People wish for a plan, or the agent makes one by itself. */
export const isPlanning = ({ setting, binding }: Pick<SessionState, "setting" | "binding">): boolean =>
  setting.mode === "plan" || binding.run?.mode === "plan";
