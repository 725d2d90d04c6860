// Where an agent's program is, on the PATH of the client that wants it. Shared by all drivers.
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import type { Installation } from "./driver.ts";

export type FoundProgram =
  | { readonly kind: "found"; readonly path: string }
  | { readonly kind: "missing"; readonly tried: readonly string[] };

/** `command` is a name for PATH, or an absolute path. What is there but can't be executed is not found. */
export async function findProgram(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<FoundProgram> {
  const tried = isAbsolute(command) ? [command] : onPath(command, env.PATH ?? "");
  for (const path of tried) if (await isProgram(path)) return { kind: "found", path };
  return { kind: "missing", tried: tried.length > 0 ? tried : [`${command} on an empty PATH`] };
}

/** For programs whose version is not asked for on the way of a prompt: that takes as long as starting them. */
export async function findInstallation(
  { command, install }: { readonly command: string; readonly install: string },
  env: Readonly<Record<string, string | undefined>>,
): Promise<Installation> {
  const found = await findProgram(command, env);
  return found.kind === "found" ? { ...found, version: null } : { ...found, install };
}

/** Relative entries are left out: they would mean another place for the daemon than for the client. */
const onPath = (command: string, path: string): string[] => [
  ...new Set(
    path
      .split(delimiter)
      .filter(isAbsolute)
      .map((directory) => join(directory, command)),
  ),
];

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
