// Copilot CLI, with a provider of one's own and no login.
import { unpackedDirectory } from "../cache.ts";
import type { Place, Settings } from "../recipe.ts";

export const copilot = ({ model }: Place): Settings => ({
  env: {
    COPILOT_PROVIDER_BASE_URL: model.url,
    COPILOT_PROVIDER_TYPE: "anthropic",
    COPILOT_PROVIDER_API_KEY: model.key,
    COPILOT_MODEL: "claude-sonnet-4.5",
    COPILOT_OFFLINE: "true",
    COPILOT_AUTO_UPDATE: "false",
    COPILOT_PKG_CACHE_HOME: unpackedDirectory("copilot"),
  },
  files: {},
});
