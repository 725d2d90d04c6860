// pi.
import type { Place, Settings } from "../recipe.ts";

const models = ({ url, key }: Place["model"]) => ({
  providers: {
    scripted: {
      baseUrl: url,
      api: "anthropic-messages",
      apiKey: key,
      models: ["scripted-model", "other-model"].map((id) => ({
        id,
        name: id,
        reasoning: true,
        input: ["text", "image"],
        // A prompt of a megabyte has to fit.
        contextWindow: 1_000_000,
        maxTokens: 8192,
        // Dollars for a million of them.
        cost: { input: 2, output: 10, cacheRead: 1, cacheWrite: 3 },
      })),
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
