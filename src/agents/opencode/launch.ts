// How OpenCode is set up, whichever way it is run.
import { permissionsFor } from "./modes.ts";

/** `filesDir`: what people send is read from there without asking, by a process that can't ask. */
export function permissionEnv(mode: string | null, filesDir?: string): Record<string, string> {
  const files = filesDir === undefined ? {} : { external_directory: { [`${filesDir}/*`]: "allow" } };
  const permissions = { ...files, ...permissionsFor(mode) };
  return Object.keys(permissions).length > 0 ? { OPENCODE_PERMISSION: JSON.stringify(permissions) } : {};
}
