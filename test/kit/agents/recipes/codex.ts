// Codex.
import { join } from "node:path";
import type { Place, Settings } from "../recipe.ts";

const config = (url: string): string => `
model = "gpt-5.5"
model_provider = "scripted"
check_for_update_on_startup = false
web_search = "disabled"

[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
env_key = "SCRIPTED_MODEL_KEY"
wire_api = "responses"
request_max_retries = 1
stream_max_retries = 1
supports_websockets = false

# Both look for their lists on the Internet.
[features]
apps = false
plugins = false

[analytics]
enabled = false

[otel]
exporter = "none"
metrics_exporter = "none"
`;

export const codex = ({ model, home }: Place): Settings => ({
  env: { CODEX_HOME: join(home, ".codex"), SCRIPTED_MODEL_KEY: model.key },
  files: { ".codex/config.toml": config(model.url) },
});
