// Gemini CLI.
import type { Place, Settings } from "../recipe.ts";

const settings = {
  general: {
    enableAutoUpdate: false,
    enableAutoUpdateNotification: false,
    // Counts the first; by default it retries for minutes, in silence.
    maxAttempts: 2,
    // Its clean-up deletes sessions that could still be resumed.
    sessionRetention: { enabled: false },
  },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
  model: { name: "gemini-2.5-pro" },
};

export const gemini = ({ model }: Place): Settings => ({
  env: {
    GEMINI_API_KEY: model.key,
    GOOGLE_GEMINI_BASE_URL: model.url,
    GEMINI_CLI_TRUST_WORKSPACE: "true",
    // Without it, the process that gets the signals is not the one that works.
    GEMINI_CLI_NO_RELAUNCH: "true",
  },
  files: { ".gemini/settings.json": JSON.stringify(settings) },
});
