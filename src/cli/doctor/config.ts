// config.toml, as the daemon reads it. What is wrong with it is said by every command that needs it, too.
import { existsSync } from "node:fs";
import { safeLine } from "../render/safe-text.ts";
import type { Check } from "./check.ts";

export const config: Check = {
  id: "config",
  async run({ paths, client }) {
    const title = "config.toml";
    if (!existsSync(paths.config)) return [{ state: "ok", title, text: "there is none: the defaults hold" }];
    if (!client) return [{ state: "note", title, text: "not looked at without a daemon" }];
    const { problem } = (await client.server()).config;
    if (problem === null) return [{ state: "ok", title, text: "valid" }];
    return [{ state: "failed", title, text: safeLine(problem), fix: `correct ${paths.config}` }];
  },
};
