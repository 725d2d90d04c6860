// pi.
import type { Place, Settings } from "../recipe.ts";

const models = ({ url, key }: Place["model"]) => ({
  providers: {
    scripted: {
      baseUrl: url,
      api: "anthropic-messages",
      apiKey: key,
      models: [
        {
          id: "scripted-model",
          name: "Scripted",
          reasoning: true,
          input: ["text"],
          contextWindow: 200_000,
          maxTokens: 8192,
          cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
        },
      ],
    },
  },
});

const settings = {
  defaultProvider: "scripted",
  defaultModel: "scripted-model",
  enableInstallTelemetry: false,
  quietStartup: true,
  retry: { maxRetries: 1, baseDelayMs: 100 },
};

export const pi = ({ model }: Place): Settings => ({
  env: { PI_OFFLINE: "1", PI_SKIP_VERSION_CHECK: "1", PI_TELEMETRY: "0" },
  files: {
    ".pi/agent/models.json": JSON.stringify(models(model)),
    ".pi/agent/settings.json": JSON.stringify(settings),
  },
});
