// `codex exec` with a sandbox that can write permanently records an unrecorded directory as trusted, and starts its MCP servers (0.166.0). But
// only the user may decide what is trusted.
import { join } from "node:path";
import { parse } from "smol-toml";
import * as z from "zod";
import { readRegularFile } from "../../../home/index.ts";
import type { LaunchContext } from "../../driver.ts";
import { directoryIn } from "../../kit/native-file.ts";

type Launching = Pick<LaunchContext, "cwd" | "env">;

const config = z.object({ projects: z.record(z.string(), z.unknown()) });

const MAX_BYTES = 16 * 1024 * 1024;

/** Whether the directory has a record. */
function isKnown({ cwd, env }: Launching): boolean {
  const directory = directoryIn(env, "CODEX_HOME", ".codex");
  if (directory === undefined) return false;
  try {
    const text = readRegularFile(join(directory, "config.toml"), { maxBytes: MAX_BYTES }).toString("utf8");
    return Object.hasOwn(config.parse(parse(text)).projects, cwd);
  } catch {
    return false;
  }
}

export const trustFlags = (launching: Launching): string[] =>
  isKnown(launching)
    ? []
    : ["--config", `projects={ ${JSON.stringify(launching.cwd)} = { trust_level = "untrusted" } }`];
