// opencode.
import type { Place, Settings } from "../recipe.ts";

const config = ({ url, key }: Place["model"]) => ({
  autoupdate: false,
  share: "disabled",
  model: "scripted/scripted-model",
  small_model: "scripted/scripted-model",
  enabled_providers: ["scripted"],
  provider: {
    scripted: {
      npm: "@ai-sdk/openai-compatible",
      name: "Scripted",
      options: { baseURL: `${url}/v1`, apiKey: key },
      models: {
        "scripted-model": { name: "Scripted", tool_call: true, limit: { context: 200_000, output: 8192 } },
      },
    },
  },
});

export const opencode = ({ model }: Place): Settings => ({
  env: {
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    // It fetches a package into every new home directory; here it finds none, and goes on.
    npm_config_registry: `${model.url}/npm/`,
  },
  files: { ".config/opencode/opencode.json": JSON.stringify(config(model)) },
});
