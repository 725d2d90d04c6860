export interface SettingState {
  /** What people wish for; null = the agent's own default. */
  mode: string | null;
  model: string | null;
  /** The newest wish. */
  seq: number;
  /** Where a mode was taken back, if one was: a process from before then may still have it. */
  unsetSeq?: number;
}

export const initialSetting: SettingState = { mode: null, model: null, seq: 0 };
