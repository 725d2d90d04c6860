// Copilot CLI 1.0.102, both ways in which Skein drives it.
import type { RealAgent } from "../kit.ts";

export const copilot: RealAgent = {
  title: "copilot",
  program: "copilot",
  transport: "stream",
  asks: true,
  takesReasons: false,
  steers: false,
  commands: { own: { typed: "/usage", says: /Session Usage/ } },
  forks: "none",
  otherModel: { name: "claude-haiku-4.5", asked: "claude-haiku-4.5" },
  // With a provider of one's own it names no model.
  tellsModel: false,
  tellsDuration: false,
  conversations: ".copilot/session-state",
  keepsFiles: true,
  login: {
    variables: ["COPILOT_PROVIDER_BASE_URL", "COPILOT_PROVIDER_TYPE", "COPILOT_PROVIDER_API_KEY", "COPILOT_OFFLINE"],
    hint: /copilot login/,
  },
  install: "npm install -g @github/copilot",
  // In front it puts the time, and it trims.
  sent: (prompt) => (/^\s*\/\s*[^\s/]+(\s|$)/.test(prompt) ? `\u200b${prompt}` : prompt).trim(),
  added: /^<current_datetime>[^<]*<\/current_datetime>\n\n/,
  embedsImages: true,
  textFiles: "asked_for",
  promptBytes: 200 * 1024,
};

export const copilotOneshot: RealAgent = {
  ...copilot,
  title: "copilot, a process per prompt",
  transport: "oneshot",
  config: '[agents.copilot]\ntransport = "oneshot"\n',
  asks: false,
  tellsModel: true,
  sent: (prompt) => prompt.trimEnd(),
  embedsImages: false,
  textFiles: "read",
};
