// The configuration of OpenCode, for all transports.
import { permissionsFor } from "./modes.ts";

/** `filesDir`: a process that can't ask reads the prompt's files there without asking. */
export function permissionEnv(mode: string | null, filesDir?: string): Record<string, string> {
  const files = filesDir === undefined ? {} : { external_directory: { [`${filesDir}/*`]: "allow" } };
  const permissions = { ...files, ...permissionsFor(mode) };
  return Object.keys(permissions).length > 0 ? { OPENCODE_PERMISSION: JSON.stringify(permissions) } : {};
}
