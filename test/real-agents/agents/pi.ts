// Pi 0.87.1, both ways in which Skein drives it.
import type { RealAgent } from "../kit.ts";

export const pi: RealAgent = {
  title: "pi",
  program: "pi",
  transport: "stream",
  asks: true,
  takesReasons: true,
  steers: true,
  forks: "turn",
  commands: { files: { ".pi/agent/prompts/greet.md": "Greet $1 [[text: Hello to you.]]\n" } },
  otherModel: { name: "scripted/other-model", asked: "other-model" },
  tellsModel: true,
  tellsDuration: false,
  conversations: ".pi/agent/sessions",
  keepsFiles: true,
  login: { variables: [], files: [".pi/agent/models.json"], hint: /pi.*\/login/ },
  install: "npm install -g @earendil-works/pi-coding-agent",
  embedsImages: true,
  textFiles: "read",
  promptBytes: 1024 * 1024,
};

export const piOneshot: RealAgent = {
  ...pi,
  title: "pi, a process per prompt",
  transport: "oneshot",
  config: '[agents.pi]\ntransport = "oneshot"\n',
  asks: false,
  takesReasons: false,
  steers: false,
  forks: "whole",
  embedsImages: false,
};
