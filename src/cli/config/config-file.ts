// The file config.toml: read as it is, and replaced as a whole, only by a valid text.
import { dirname } from "node:path";
import { type ConfigDefinition, ConfigError, readConfigText } from "../../home/config.ts";
import { makeDirectory } from "../../home/index.ts";
import { realPathOf, replaceFileSync } from "../../system/index.ts";
import { Failure } from "../failure.ts";

export interface ConfigFile {
  readonly path: string;
  /** The keys that it may have. */
  readonly definition: ConfigDefinition;
  /** Empty if there is no file yet. */
  read(): string;
  /** The problem with this text as a config; null if it is valid. */
  troubleIn(text: string): string | null;
  /** Refuses an invalid text. A link stays a link, and the file's mode stays unchanged. */
  write(text: string): void;
}

export function openConfigFile(path: string, definition: ConfigDefinition): ConfigFile {
  const troubleIn = (text: string): string | null => {
    try {
      definition.parse(text, path);
      return null;
    } catch (error) {
      if (error instanceof ConfigError) return error.message;
      throw error;
    }
  };
  return {
    path,
    definition,
    read() {
      try {
        return readConfigText(path);
      } catch (error) {
        if (error instanceof ConfigError) throw unusable(error.message, "check it: skein doctor");
        throw error;
      }
    },
    troubleIn,
    write(text) {
      const trouble = troubleIn(text);
      if (trouble !== null) throw unusable(trouble);
      replace(path, text);
    },
  };
}

/** A link stays a link. */
function replace(path: string, text: string): void {
  makeDirectory(dirname(path));
  replaceFileSync(realPathOf(path), text);
}

export const unusable = (trouble: string, fix = "correct it: skein config edit"): Failure =>
  new Failure("the config can't be used", {
    exit: "failed",
    code: "config_invalid",
    why: trouble,
    fix,
  });
