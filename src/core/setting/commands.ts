export type SettingCommand = { type: "set_mode"; mode: string } | { type: "set_model"; model: string };
