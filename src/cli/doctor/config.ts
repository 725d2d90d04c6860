// config.toml, as far as it can be read without running anything.
import { existsSync } from "node:fs";
import { ConfigError, readConfig } from "../../home/index.ts";
import { safeLine } from "../render/safe-text.ts";
import type { Check } from "./check.ts";

export const config: Check = {
  id: "config",
  async run({ paths }) {
    const title = "config.toml";
    try {
      readConfig(paths.config);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return [{ state: "failed", title, text: safeLine(error.message), fix: `correct ${paths.config}` }];
    }
    return [{ state: "ok", title, text: existsSync(paths.config) ? "valid" : "there is none: the defaults hold" }];
  },
};
