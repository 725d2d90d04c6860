// The facts about Claude Code's program.
import { UUID } from "../kit/id-shapes.ts";
import { directoryIn, fileBelow } from "../kit/native-file.ts";
import type { Program } from "../kit/program.ts";
import { LOGIN } from "./failure.ts";

export const program: Program = {
  id: "claude",
  title: "Claude Code",
  command: "claude",
  install: "npm install -g @anthropic-ai/claude-code",
  login: LOGIN,
  nativeFiles: ({ env }) => fileBelow(directoryIn(env, "CLAUDE_CONFIG_DIR", ".claude"), "projects/*/{id}.jsonl"),
  childVariables: [
    "CLAUDECODE",
    "CLAUDE_AGENT_SDK_VERSION",
    "CLAUDE_CODE_CHILD_SESSION",
    "CLAUDE_CODE_ENTRYPOINT",
    "CLAUDE_CODE_EXECPATH",
    "CLAUDE_CODE_MESSAGING_SOCKET",
    "CLAUDE_CODE_MESSAGING_TOKEN",
    "CLAUDE_CODE_SESSION_ID",
    "CLAUDE_CODE_SSE_PORT",
    "CLAUDE_ENV_FILE",
    "CLAUDE_PID",
    "CLAUDE_PROJECT_DIR",
  ],
  ids: { conversation: UUID, mark: UUID },
  probe: {
    version: ["--version"],
    login: {
      variables: [
        "ANTHROPIC_API_KEY",
        "ANTHROPIC_AUTH_TOKEN",
        "CLAUDE_CODE_OAUTH_TOKEN",
        "CLAUDE_CODE_USE_BEDROCK",
        "CLAUDE_CODE_USE_FOUNDRY",
        "CLAUDE_CODE_USE_VERTEX",
      ],
      files: [".claude/.credentials.json"],
      hint: LOGIN,
    },
    // The vendor's names for the newest model of each kind (2.1.325); any other model can be set too.
    models: { names: ["default", "sonnet", "opus", "haiku", "fable", "opusplan"] },
  },
};
