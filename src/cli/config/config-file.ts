// The file config.toml: read as it is, and written only when it can be used, all of it at once.
import { chmodSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ConfigError, parseConfig, readConfigText } from "../../home/config.ts";
import { makeDirectory } from "../../home/index.ts";
import { Failure } from "../failure.ts";

/** Empty when there is none yet. */
export function readText(path: string): string {
  try {
    return readConfigText(path);
  } catch (error) {
    if (error instanceof ConfigError) throw unusable(error.message, "see what is wrong with it: skein doctor");
    throw error;
  }
}

/** What is wrong with this text as a config; null when nothing is. */
export function troubleIn(text: string, path: string): string | null {
  try {
    parseConfig(text, path);
    return null;
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

/** Refuses what can't be used. A file that is a link stays one, and its mode stays as it is. */
export function writeConfig(path: string, text: string): void {
  const trouble = troubleIn(text, path);
  if (trouble !== null) throw unusable(trouble);
  makeDirectory(dirname(path));
  const known = statSync(path, { throwIfNoEntry: false });
  const target = known ? realpathSync(path) : path;
  const fresh = `${target}.${process.pid}.new`;
  try {
    writeFileSync(fresh, text, { mode: 0o600, flush: true });
    if (known) chmodSync(fresh, known.mode & 0o777);
    renameSync(fresh, target);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

export const unusable = (trouble: string, fix = "correct it: skein config edit"): Failure =>
  new Failure("the config can't be used as it is", {
    exit: "failed",
    code: "config_invalid",
    why: trouble,
    fix,
  });
