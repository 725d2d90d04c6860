// opencode.
import { join } from "node:path";
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

/** What it would otherwise do at each start, longer than all the rest of it. */
const spared = {
  // The package for plugins that it fetches into every new home directory counts as there.
  ".config/opencode/package-lock.json": JSON.stringify({
    packages: { "": { dependencies: { "@opencode-ai/plugin": "*" } } },
  }),
  ".config/opencode/node_modules/.package-lock.json": "{}",
  // The list of every vendor's models.
  "models.json": "{}",
};

export const opencode = ({ model, home }: Place): Settings => ({
  env: {
    SCRIPTED_API_KEY: model.key,
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_MODELS_PATH: join(home, "models.json"),
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    // Whatever else it wants to fetch is not there, and is seen.
    npm_config_registry: `${model.url}/npm/`,
    // Compiles code that runs for minutes; here nothing does.
    BUN_JSC_useDFGJIT: "0",
  },
  files: {
    ".config/opencode/opencode.json": JSON.stringify(config(model)),
    ...spared,
  },
});
