// The limits of config.toml, read without a daemon. A file that can't be used is another check's matter: then the defaults hold.
import type { Config } from "../../home/index.ts";

export async function readLimits(path: string): Promise<Config["limits"]> {
  const { defaultConfig, readConfig } = await import("../../home/config.ts");
  try {
    return readConfig(path).limits;
  } catch {
    return defaultConfig.limits;
  }
}
