// The limits of config.toml, read without a daemon. If the file is invalid, another check reports it, and the defaults apply.
import type { Config } from "../../home/index.ts";

export async function readLimits(path: string): Promise<Config["limits"]> {
  const { defaultConfig, readConfig } = await import("../../home/config.ts");
  try {
    return readConfig(path).limits;
  } catch {
    return defaultConfig.limits;
  }
}
