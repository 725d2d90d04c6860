// The facts about OpenCode's program.
import type { Program } from "../kit/program.ts";
import { INSTALL, LOGIN } from "./failure.ts";

export const program: Program = {
  id: "opencode",
  title: "OpenCode",
  command: "opencode",
  install: INSTALL,
  login: LOGIN,
  childVariables: ["OPENCODE", /^OPENCODE_(PID|RUN_ID|PROCESS_ROLE|SESSION_ID|CALLER)$/],
  ids: { conversation: /^ses_[A-Za-z0-9]{1,100}$/, mark: /^msg_[A-Za-z0-9]{1,100}$/ },
  probe: {
    version: ["--version"],
    login: {
      variables: ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY", "OPENCODE_API_KEY"],
      files: [".local/share/opencode/auth.json", ".config/opencode/opencode.json", ".config/opencode/opencode.jsonc"],
      hint: LOGIN,
    },
    models: {
      args: ["models"],
      read: (stdout) =>
        stdout.split("\n").flatMap((line) => (/^\S[^\s/]*\/\S+$/.test(line.trim()) ? [line.trim()] : [])),
    },
  },
};
