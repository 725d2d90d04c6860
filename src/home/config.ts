// Reads `config.toml`, the user's settings. Its schema is in `config/schema.ts`.
import { statSync } from "node:fs";
import { codeOf, isCode, messageOf } from "../system/index.ts";
import { type ConfigDefinition, ConfigError, type ConfigKey, defineConfig } from "./config/define-config.ts";
import { isTable } from "./config/describe.ts";
import { type Config, configSchema } from "./config/schema.ts";
import { FileRefused, readTrustedText } from "./regular-file.ts";

export { type ConfigDefinition, ConfigError, type ConfigKey, isTable };

/** All keys, and the parser. */
export const configDefinition = defineConfig(configSchema);

export const parseConfig = configDefinition.parse;

export const defaultConfig: Config = parseConfig("", "config.toml");

const MAX_BYTES = 1024 * 1024;

export function readConfig(path: string): Config {
  const text = readConfigText(path);
  return text === "" ? defaultConfig : parseConfig(text, path);
}

/** Empty if there is no file. The file must not be writable by others, because its hooks run programs. */
export function readConfigText(path: string): string {
  try {
    return readTrustedText(path, MAX_BYTES);
  } catch (error) {
    if (isCode(error, "ENOENT")) return "";
    if (error instanceof FileRefused) throw new ConfigError(error.message, { cause: error });
    throw new ConfigError(`${path} can't be read: ${messageOf(error)}`, { cause: error });
  }
}

/** A file system's times are coarse: a file that changes shortly after it was read may keep the same times. */
const SETTLED_MS = 2_000;

interface Reading {
  readonly now?: () => number;
  readonly read?: (path: string) => Config;
}

/** Returns the current config; the file is read only when it has changed. Throws a ConfigError while it can't be used. */
export function openConfig(path: string, { now = Date.now, read = readConfig }: Reading = {}): () => Config {
  let known: { readonly version: string; readonly outcome: Outcome } | null = null;
  return () => {
    const version = versionOf(path, now());
    if (version !== null && version === known?.version) return unwrap(known.outcome);
    const outcome = attempt(() => read(path));
    known = version === null || isPassing(outcome) ? null : { version, outcome };
    return unwrap(outcome);
  };
}

/** Identifies the file's content; null if the file is missing or too new for its times to be reliable. */
function versionOf(path: string, nowMs: number): string | null {
  try {
    const { dev, ino, size, mode, uid, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    const ageMs = nowMs - Number(ctimeNs / 1_000_000n);
    return ageMs < SETTLED_MS ? null : [dev, ino, size, mode, uid, mtimeNs, ctimeNs].join();
  } catch {
    return null;
  }
}

type Outcome = { readonly config: Config } | { readonly error: unknown };

function attempt(read: () => Config): Outcome {
  try {
    return { config: read() };
  } catch (error) {
    return { error };
  }
}

/** The file could not be read: the failure is not cached, because it says nothing about the content. */
const isPassing = (outcome: Outcome): boolean =>
  "error" in outcome && outcome.error instanceof ConfigError && codeOf(outcome.error.cause) !== null;

function unwrap(outcome: Outcome): Config {
  if ("error" in outcome) throw outcome.error;
  return outcome.config;
}
