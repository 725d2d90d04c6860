// opencode.
import type { Place, Settings } from "../recipe.ts";

const model = (name: string) => ({
  name,
  tool_call: true,
  attachment: true,
  modalities: { input: ["text", "image"], output: ["text"] },
  limit: { context: 400_000, output: 8192 },
});

const config = ({ url }: Place["model"]) => ({
  autoupdate: false,
  share: "disabled",
  model: "scripted/scripted-model",
  small_model: "scripted/scripted-model",
  enabled_providers: ["scripted"],
  provider: {
    scripted: {
      npm: "@ai-sdk/openai-compatible",
      name: "Scripted",
      options: { baseURL: `${url}/v1`, apiKey: "{env:SCRIPTED_API_KEY}" },
      models: { "scripted-model": model("Scripted"), "other-model": model("Other") },
    },
  },
});

export const opencode = ({ model }: Place): Settings => ({
  env: {
    SCRIPTED_API_KEY: model.key,
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    // It fetches a package into every new home directory; here it finds none, and goes on.
    npm_config_registry: `${model.url}/npm/`,
  },
  files: { ".config/opencode/opencode.json": JSON.stringify(config(model)) },
});
