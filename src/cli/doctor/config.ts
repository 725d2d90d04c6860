// config.toml and the files with rules, as the daemon reads them. What is wrong with it is said by every command that needs it, too.
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { safeLine } from "../render/safe-text.ts";
import type { Check, Finding } from "./check.ts";

export interface ConfigFacts {
  readonly path: string;
  /** Null when there is no file. */
  readonly changedMs: number | null;
  readonly problem: string | null;
  /** When the daemon was; null without one. */
  readonly startedMs: number | null;
}

export const config: Check = {
  id: "config",
  async run({ paths, server }) {
    return [
      ...(await policyFindings(paths.home)),
      configFinding({
        path: paths.config,
        changedMs: statSync(paths.config, { throwIfNoEntry: false })?.mtimeMs ?? null,
        problem: server ? server.config.problem : await problemIn(paths.config),
        startedMs: server ? Date.parse(server.daemon.startedAt) : null,
      }),
    ];
  },
};

export function configFinding({ path, changedMs, problem, startedMs }: ConfigFacts): Finding {
  const title = "config.toml";
  if (changedMs === null) return { state: "ok", title, text: "there is none: the defaults hold" };
  if (problem !== null) return { state: "failed", title, text: safeLine(problem), fix: `correct ${path}` };
  if (startedMs === null || changedMs <= startedMs) return { state: "ok", title, text: "valid" };
  return {
    state: "note",
    title,
    text: "valid, and changed since the daemon started: silence_minutes and min_free_mb count from its next start",
    fix: "skein daemon stop",
  };
}

/** Of the files with rules: nothing when all of them can be used. */
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
    const text = `${safeLine(problem)}: no rule allows anything${where}, and agents ask for it`;
    return [{ state: "failed", title: "policy.toml", text, fix: `correct ${safeLine(path)}` }];
  });
}

/** Without a daemon only the file itself can be looked at, and not whether the agents that it names are there. */
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
