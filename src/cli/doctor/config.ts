// config.toml and the policy files, as the daemon reads them. Every command that needs them reports problems, too.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { safeLine } from "../text/safe-text.ts";
import type { Check, Finding } from "./check.ts";

export interface ConfigFacts {
  readonly path: string;
  readonly isThere: boolean;
  readonly problem: string | null;
  /** Keys that the daemon read at its start and that have changed since. */
  readonly pending: readonly string[];
}

export const config: Check = {
  id: "config",
  async run({ paths, server }) {
    return [
      ...(await policyFindings(paths.home)),
      configFinding({
        path: paths.config,
        isThere: existsSync(paths.config),
        problem: server ? server.config.problem : await problemIn(paths.config),
        pending: server?.config.pending ?? [],
      }),
    ];
  },
};

export function configFinding({ path, isThere, problem, pending }: ConfigFacts): Finding {
  const title = "config.toml";
  if (problem !== null) return { state: "failed", title, text: safeLine(problem), fix: `correct ${path}` };
  const text = isThere ? "valid" : "no file: the defaults apply";
  if (pending.length === 0) return { state: "ok", title, text };
  const verbs = pending.length === 1 ? "was changed and applies" : "were changed and apply";
  return {
    state: "note",
    title,
    text: `${text}; ${pending.join(" and ")} ${verbs} from the daemon's next start`,
    fix: "skein daemon stop: the next command starts a new one, and agents keep running",
  };
}

/** Problems of policy files; nothing if all can be used. */
export async function policyFindings(home: string): Promise<Finding[]> {
  const { readPolicy } = await import("../../home/policy-file.ts");
  const directory = join(home, "policy");
  const ofProjects = existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith(".toml")) : [];
  const files = ["policy.toml", ...ofProjects.map((name) => join("policy", name))];
  return files.flatMap((name): Finding[] => {
    const path = join(home, name);
    const { problem } = readPolicy(name, path);
    if (problem === undefined) return [];
    const where = name === "policy.toml" ? "" : " in its directory";
    const text = `${safeLine(problem)}: no rule allows anything${where} until then, so agents ask`;
    return [{ state: "failed", title: "policy.toml", text, fix: `correct ${safeLine(path)}` }];
  });
}

/** Without a daemon only the file itself can be checked, not whether the agents that it names exist. */
async function problemIn(path: string): Promise<string | null> {
  const { ConfigError, readConfig } = await import("../../home/config.ts");
  try {
    readConfig(path);
    return null;
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}
