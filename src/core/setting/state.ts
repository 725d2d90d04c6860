export interface SettingState {
  /** As set by people; null = the agent's own default. */
  mode: string | null;
  model: string | null;
  /** The seq of the newest change. */
  seq: number;
  /** The seq where the mode was removed, if it was: an older process may still have it. */
  unsetSeq?: number;
}

export const initialSetting: SettingState = { mode: null, model: null, seq: 0 };
