// Claude Code: everything by environment.
import type { Place, Settings } from "../recipe.ts";

export const claude = ({ model }: Place): Settings => ({
  env: {
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: model.key,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    CLAUDE_CODE_MAX_RETRIES: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    // Lets it skip permissions as root, as in containers.
    IS_SANDBOX: "1",
  },
  files: {},
});
