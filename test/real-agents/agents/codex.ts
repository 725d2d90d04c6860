// Codex 0.166.0, both ways in which Skein drives it.
import type { RealAgent } from "../kit.ts";

const inAnyWay: RealAgent = {
  title: "codex",
  program: "codex",
  transport: "stream",
  asks: true,
  takesReasons: true,
  steers: true,
  hearsAtOnce: true,
  forks: "turn",
  // For another one that it knows it would first sum up the conversation.
  otherModel: { name: "gpt-5.4", asked: "gpt-5.4" },
  quota: { tellsTime: true },
  tellsModel: true,
  tellsDuration: true,
  conversations: ".codex/sessions",
  keepsFiles: true,
  login: { variables: ["SCRIPTED_MODEL_KEY"], hint: /codex login/ },
  install: "npm install -g @openai/codex",
  embedsImages: true,
  textFiles: "asked_for",
  promptBytes: 1024 * 1024,
};

// By itself it runs commands in its sandbox without asking.
export const codex: RealAgent = { ...inAnyWay, asksIn: "ask" };

export const codexOneshot: RealAgent = {
  ...inAnyWay,
  title: "codex, a process per prompt",
  transport: "oneshot",
  config: '[agents.codex]\ntransport = "oneshot"\n',
  asks: false,
  takesReasons: false,
  steers: false,
  forks: "whole",
  // It says it as a time of the day, without its zone.
  quota: { tellsTime: false },
  tellsWhenSaid: true,
  tellsModel: false,
  tellsDuration: false,
  embedsImages: false,
  textFiles: "read",
};
