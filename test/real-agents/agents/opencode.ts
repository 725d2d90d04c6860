// OpenCode 1.18.33, in all three ways in which Skein drives it.
import type { RealAgent } from "../kit.ts";

export const opencode: RealAgent = {
  title: "opencode",
  program: "opencode",
  transport: "stream",
  asks: true,
  asksIn: "ask",
  takesReasons: true,
  steers: true,
  forks: "turn",
  otherModel: { name: "scripted/other-model", asked: "other-model" },
  tellsModel: true,
  tellsDuration: true,
  conversations: ".local/share/opencode",
  keepsFiles: false,
  login: { variables: ["SCRIPTED_API_KEY"], hint: /opencode auth login/ },
  install: "npm install -g opencode-ai",
  embedsImages: true,
  textFiles: "embedded",
  promptBytes: 1024 * 1024,
};

export const opencodeByAcp: RealAgent = {
  ...opencode,
  title: "opencode by ACP",
  config: '[agents.opencode]\ntransport = "acp"\n',
  takesReasons: false,
  steers: false,
  startsAlone: true,
  forks: "none",
  tellsDuration: false,
  // Paths are commands to it, too.
  sent: (prompt) => (prompt.trimStart().startsWith("/") ? `\u200b${prompt}` : prompt),
};

export const opencodeOneshot: RealAgent = {
  ...opencode,
  title: "opencode, a process per prompt",
  transport: "oneshot",
  config: '[agents.opencode]\ntransport = "oneshot"\n',
  asks: false,
  takesReasons: false,
  steers: false,
  startsAlone: true,
  forks: "whole",
  tellsWhenSaid: true,
  tellsModel: false,
  embedsImages: false,
  textFiles: "read",
};
