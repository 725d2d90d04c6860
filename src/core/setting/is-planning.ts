import type { SessionState } from "../state.ts";

/** People have set mode `plan`, or the agent has entered it by itself. */
export const isPlanning = ({ setting, binding }: Pick<SessionState, "setting" | "binding">): boolean =>
  setting.mode === "plan" || binding.run?.mode === "plan";
