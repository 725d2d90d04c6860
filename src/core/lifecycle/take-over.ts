// What people have set in a session holds in one that comes from it, too: as it is now, also where the history is taken from an earlier place.
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

/** What has to happen for a session that begins with `base` to have them. */
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
