// The facts about Copilot CLI's program, as of version 1.0.102.
import { UUID } from "../kit/id-shapes.ts";
import { directoryIn, fileBelow } from "../kit/native-file.ts";
import type { Program } from "../kit/program.ts";

export const program: Program = {
  id: "copilot",
  title: "Copilot CLI",
  command: "copilot",
  install: "npm install -g @github/copilot",
  login: "copilot login",
  nativeFiles: ({ env }) => fileBelow(directoryIn(env, "COPILOT_HOME", ".copilot"), "session-state/{id}/events.jsonl"),
  childVariables: ["COPILOT_CLI", "COPILOT_AGENT_SESSION_ID"],
  ids: { conversation: UUID, mark: null },
  probe: {
    version: ["--version"],
    login: {
      variables: ["COPILOT_GITHUB_TOKEN", "GH_TOKEN", "GITHUB_TOKEN", "COPILOT_PROVIDER_BASE_URL"],
      // Its own file exists after the first start, with or without a login.
      files: [".config/gh/hosts.yml"],
      isHidden: true,
      hint: "copilot login",
    },
    models: null,
  },
};
