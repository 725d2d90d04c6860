// How OpenCode is found and set up, whichever way it is run.
import type { Program } from "../kit/program.ts";
import { INSTALL, LOGIN } from "./failure.ts";
import { permissionsFor } from "./modes.ts";

export const program: Program = {
  id: "opencode",
  title: "OpenCode",
  command: "opencode",
  install: INSTALL,
  login: LOGIN,
  ids: { conversation: /^ses_[A-Za-z0-9]{1,100}$/, mark: /^msg_[A-Za-z0-9]{1,100}$/ },
  probe: {
    version: ["--version"],
    login: {
      variables: ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY", "OPENCODE_API_KEY"],
      files: [".local/share/opencode/auth.json", ".config/opencode/opencode.json", ".config/opencode/opencode.jsonc"],
      hint: LOGIN,
    },
    models: {
      args: ["models"],
      read: (stdout) =>
        stdout.split("\n").flatMap((line) => (/^\S[^\s/]*\/\S+$/.test(line.trim()) ? [line.trim()] : [])),
    },
  },
};

/** `filesDir`: what people send is read from there without asking, by a process that can't ask. */
export function permissionEnv(mode: string | null, filesDir?: string): Record<string, string> {
  const files = filesDir === undefined ? {} : { external_directory: { [`${filesDir}/*`]: "allow" } };
  const permissions = { ...files, ...permissionsFor(mode) };
  return Object.keys(permissions).length > 0 ? { OPENCODE_PERMISSION: JSON.stringify(permissions) } : {};
}
