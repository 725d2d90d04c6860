// The facts about Gemini CLI's program, as of version 0.61.0.
import { UUID } from "../kit/id-shapes.ts";
import { directoryIn, fileBelow } from "../kit/native-file.ts";
import type { Program } from "../kit/program.ts";

export const program = {
  id: "gemini",
  title: "Gemini CLI",
  command: "gemini",
  env: {
    // Otherwise it works in a child process, which a signal to the first process does not reach.
    GEMINI_CLI_NO_RELAUNCH: "true",
    // Otherwise commands run in a terminal, and their output is not reported.
    GEMINI_PTY_INFO: "child_process",
  },
  install: "npm install -g @google/gemini-cli",
  login: "run gemini in a terminal and log in, or set GEMINI_API_KEY",
  keeping: "Gemini CLI deletes old ones unless general.sessionRetention.enabled is false in ~/.gemini/settings.json",
  nativeFiles: ({ env }) =>
    fileBelow(directoryIn(env, "GEMINI_CLI_HOME", ""), ".gemini/tmp/*/chats/session-*-{id:8}*.jsonl"),
  childVariables: ["GEMINI_CLI", /^GEMINI_CLI_IDE_/],
  ids: { conversation: UUID, mark: null },
  probe: {
    version: ["--version"],
    login: {
      variables: ["GEMINI_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI"],
      files: [".gemini/oauth_creds.json", ".gemini/gemini-credentials.json"],
      hint: "run gemini in a terminal and log in, or set GEMINI_API_KEY",
    },
    // The vendor's names for the newest model of each kind; any other model can be set too.
    models: { names: ["auto", "pro", "flash", "flash-lite"] },
  },
} satisfies Program & { readonly env: object };
