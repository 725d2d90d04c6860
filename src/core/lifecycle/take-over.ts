// A fork or a cleared session inherits the settings of its source as they are now, even if it begins at an earlier turn.
import type { By, EventBody } from "../event.ts";
import type { LimitState } from "../limit/state.ts";
import type { SettingState } from "../setting/state.ts";
import type { SessionState } from "../state.ts";

export interface OwnSettings extends Pick<SettingState, "mode" | "model"> {
  limits: LimitState["own"];
}

export const ownSettingsOf = ({ setting, limit }: Pick<SessionState, "setting" | "limit">): OwnSettings => ({
  mode: setting.mode,
  model: setting.model,
  limits: limit.own,
});

/** The events that give these settings to a session that begins with `base`. */
export function takeOver(base: SessionState, { mode, model, limits }: OwnSettings, by: By): EventBody[] {
  const has = ownSettingsOf(base);
  const changed = Object.fromEntries(
    Object.entries(limits).filter(([name, value]) => has.limits[name as keyof typeof limits] !== value),
  );
  return [
    ...(mode === has.mode ? [] : [modeEvent(mode, by)]),
    ...(model === null || model === has.model ? [] : [{ type: "model_changed" as const, by, data: { model } }]),
    ...(Object.keys(changed).length === 0 ? [] : [{ type: "limits_changed" as const, by, data: changed }]),
  ];
}

const modeEvent = (mode: string | null, by: By): EventBody =>
  mode === null ? { type: "mode_unset", by, data: {} } : { type: "mode_changed", by, data: { mode } };
