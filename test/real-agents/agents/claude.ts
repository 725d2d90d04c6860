// Claude Code 2.1.325, both ways in which Skein drives it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RealAgent } from "../kit.ts";

/** As a yes to the question that Claude Code asks in a terminal. */
export function trustDirectory({ home, cwd }: { readonly home: string; readonly cwd: string }): void {
  const record = { projects: { [cwd]: { hasTrustDialogAccepted: true } } };
  writeFileSync(join(home, ".claude.json"), JSON.stringify(record));
}

export const claude: RealAgent = {
  title: "claude",
  program: "claude",
  transport: "stream",
  asks: true,
  takesReasons: true,
  steers: true,
  forks: "turn",
  otherModel: { name: "claude-haiku-4-5", asked: "claude-haiku-4-5" },
  questionTool: "AskUserQuestion",
  commands: {
    files: { ".claude/commands/greet.md": "Greet $ARGUMENTS [[text: Hello to you.]]\n" },
    trust: trustDirectory,
    own: { typed: "/cost", says: /Total cost/ },
  },
  quota: {
    tellsTime: true,
    logIn(env, key) {
      delete env.ANTHROPIC_API_KEY;
      env.CLAUDE_CODE_OAUTH_TOKEN = key;
    },
  },
  tellsModel: true,
  tellsDuration: true,
  conversations: ".claude/projects",
  keepsFiles: true,
  login: { variables: ["ANTHROPIC_API_KEY"], hint: /claude.*\/login/ },
  install: "npm install -g @anthropic-ai/claude-code",
  embedsImages: true,
  textFiles: "read",
  promptBytes: 1024 * 1024,
};

export const claudeOneshot: RealAgent = {
  ...claude,
  title: "claude, a process per prompt",
  transport: "oneshot",
  config: '[agents.claude]\ntransport = "oneshot"\n',
  asks: false,
  embedsImages: false,
  takesReasons: false,
  steers: false,
  sent: (prompt) => (prompt.startsWith("/") ? ` ${prompt}` : prompt),
};
