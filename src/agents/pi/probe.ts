// What shows that Pi can be used: a key or a login of any provider, and the models that come with it.
import type { Probe } from "../driver.ts";

export const probedLogin: Probe["login"] = {
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

/** A table with a headline: provider, model, and what nobody needs here. */
export function modelsIn(stdout: string): string[] {
  const [headline = "", ...rows] = stdout.split("\n");
  if (!/^provider\s+model\b/.test(headline)) return [];
  return rows.flatMap((row) => {
    const [provider, model] = row.trim().split(/\s+/);
    return provider && model ? [`${provider}/${model}`] : [];
  });
}
