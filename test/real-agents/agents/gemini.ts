// Gemini CLI 0.61.0, both ways in which Skein drives it.
import type { RealAgent } from "../kit.ts";

export const gemini: RealAgent = {
  title: "gemini",
  program: "gemini",
  transport: "stream",
  asks: true,
  takesReasons: false,
  steers: false,
  forks: "none",
  // It does not list what people have made, and takes it for words (0.61).
  commands: { own: { typed: "/help", says: /Gemini CLI Help/ } },
  otherModel: { name: "gemini-2.5-flash", asked: "gemini-2.5-flash" },
  quota: { tellsTime: false },
  tellsModel: true,
  tellsDuration: false,
  conversations: ".gemini/tmp",
  keepsFiles: true,
  login: { variables: ["GEMINI_API_KEY"], hint: /GEMINI_API_KEY/ },
  install: "npm install -g @google/gemini-cli",
  sent: (prompt) => (/^\s*\/\s*[^\s/]+(\s|$)/.test(prompt) ? `\u200b${prompt}` : prompt),
  embedsImages: true,
  textFiles: "embedded",
  promptBytes: 1024 * 1024,
};

export const geminiOneshot: RealAgent = {
  ...gemini,
  title: "gemini, a process per prompt",
  transport: "oneshot",
  config: '[agents.gemini]\ntransport = "oneshot"\n',
  asks: false,
  hidesThoughts: true,
  sent: (prompt) => (prompt.startsWith("/") ? ` ${prompt}` : prompt),
  embedsImages: false,
  textFiles: "read",
};
