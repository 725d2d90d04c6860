// The environment that a session's agent gets: that of the client that opened the session, cleaned. Files of 0600, never in the log.
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { agentEnvironment } from "../agents/index.ts";

export interface Environments {
  keep(session: string, env: Readonly<Record<string, string>>): Promise<void>;
  of(session: string): Promise<Record<string, string>>;
}

/** `fallback` is for sessions whose creator sent none. */
export function openEnvironments(dir: string, fallback: Readonly<Record<string, string | undefined>>): Environments {
  const fileOf = (session: string): string => join(dir, `${session}.json`);
  return {
    async keep(session, env) {
      const temporary = `${fileOf(session)}.new`;
      await writeFile(temporary, JSON.stringify(agentEnvironment(env)), { mode: 0o600 });
      await rename(temporary, fileOf(session));
    },
    async of(session) {
      try {
        return JSON.parse(await readFile(fileOf(session), "utf8"));
      } catch {
        return agentEnvironment(fallback);
      }
    },
  };
}
