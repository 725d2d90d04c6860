// Of which version an installed Skein is, told by its package without running it.
import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { readTextOrNull } from "../../home/index.ts";

/** Null when it is not there, or is no program of a package of ours. */
export function versionOfProgram(program: string): string | null {
  try {
    const text = readTextOrNull(join(dirname(realpathSync(program)), "..", "package.json"));
    const { name, version } = JSON.parse(text ?? "{}") as { name?: unknown; version?: unknown };
    return name === "skein" && typeof version === "string" ? version : null;
  } catch {
    return null;
  }
}
