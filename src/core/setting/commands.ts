/** A mode of null is the agent's own. */
export type SettingCommand = { type: "set_mode"; mode: string | null } | { type: "set_model"; model: string };
