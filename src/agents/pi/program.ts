// The facts about Pi's program.
import type { Probe } from "../driver.ts";
import { UUID, WORD } from "../kit/id-shapes.ts";
import { directoryIn, fileBelow } from "../kit/native-file.ts";
import type { Program } from "../kit/program.ts";
import { LOGIN } from "./failure.ts";

/** A key or a login of any provider. */
const probedLogin: Probe["login"] = {
  variables: [
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_OAUTH_TOKEN",
    "OPENAI_API_KEY",
    "GEMINI_API_KEY",
    "OPENROUTER_API_KEY",
    "COPILOT_GITHUB_TOKEN",
    "GROQ_API_KEY",
    "MISTRAL_API_KEY",
    "XAI_API_KEY",
    "DEEPSEEK_API_KEY",
  ],
  files: [".pi/agent/auth.json", ".pi/agent/models.json"],
  hint: "run: pi, then /login",
};

export const program: Program = {
  id: "pi",
  title: "Pi",
  command: "pi",
  install: "npm install -g @earendil-works/pi-coding-agent",
  login: LOGIN,
  // If the user has configured another directory for sessions, their files are not found.
  nativeFiles: ({ env }) =>
    env.PI_CODING_AGENT_SESSION_DIR
      ? null
      : fileBelow(directoryIn(env, "PI_CODING_AGENT_DIR", ".pi/agent"), "sessions/*/*_{id}.jsonl"),
  childVariables: ["PI_CODING_AGENT"],
  ids: { conversation: UUID, mark: WORD },
  probe: { version: ["--version"], login: probedLogin, models: { args: ["--list-models"], read: modelsIn } },
};

/** A table with a header: provider, model, and other columns. */
export function modelsIn(stdout: string): string[] {
  const [headline = "", ...rows] = stdout.split("\n");
  if (!/^provider\s+model\b/.test(headline)) return [];
  return rows.flatMap((row) => {
    const [provider, model] = row.trim().split(/\s+/);
    return provider && model ? [`${provider}/${model}`] : [];
  });
}
