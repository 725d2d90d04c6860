// The environment that a session's agent gets: that of the client that opened the session, cleaned. Files of 0600, never in the log.
import { readdir, rename, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { agentEnvironment } from "../agents/index.ts";
import { readRegularFile } from "../home/index.ts";

export interface Environments {
  keep(session: string, env: Readonly<Record<string, string>>): Promise<void>;
  of(session: string): Promise<Record<string, string>>;
  /** Of other sessions there is nothing to keep any more. Asked after a look at the files: a session is there before its file is. */
  keepOnly(sessions: () => readonly string[]): Promise<void>;
}

/** A request's body bounds what is kept. */
const MAX_BYTES = 8 * 1024 * 1024;

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
        return JSON.parse(readRegularFile(fileOf(session), { maxBytes: MAX_BYTES, isTrusted: true }).toString("utf8"));
      } catch {
        return agentEnvironment(fallback);
      }
    },
    async keepOnly(sessions) {
      const found = (await readdir(dir)).filter((name) => name.endsWith(".json"));
      const known = new Set(sessions().map((session) => `${session}.json`));
      const unknown = found.filter((name) => !known.has(name));
      for (const name of unknown) await unlink(join(dir, name)).catch(() => {});
    },
  };
}
