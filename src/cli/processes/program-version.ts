// The version of an installed Skein, read from its package without running it.
import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { readTextOrNull } from "../../home/index.ts";

/** Null if it does not exist, or is not part of a Skein package. */
export function versionOfProgram(program: string): string | null {
  try {
    const text = readTextOrNull(join(dirname(realpathSync(program)), "..", "package.json"));
    const { name, version } = JSON.parse(text ?? "{}") as { name?: unknown; version?: unknown };
    return name === "skein" && typeof version === "string" ? version : null;
  } catch {
    return null;
  }
}
