/** A null mode is the agent's default. */
export type SettingCommand = { type: "set_mode"; mode: string | null } | { type: "set_model"; model: string };
