// The Skein that a shell runs: another version on the PATH explains unknown flags and replaced daemons.
import { readlinkSync } from "node:fs";
import { dirname } from "node:path";
import { VERSION } from "../../home/index.ts";
import { programsOn, realPathOf } from "../../system/index.ts";
import { runProgram } from "../../system/processes.ts";
import { versionOfProgram } from "../processes/program-version.ts";
import { safeLine } from "../text/safe-text.ts";
import { tildePath } from "../text/tilde-path.ts";
import type { Check, Finding } from "./check.ts";

const PATIENCE_MS = 2_000;

export interface OnPath {
  readonly path: string;
  /** As people write it. */
  readonly shown: string;
  /** Null if unknown. */
  readonly version: string | null;
  /** Set if npm installed it. */
  readonly npmPrefix?: string;
}

export const versions: Check = {
  id: "versions",
  async run({ io }) {
    const own = realPathOf(io.program);
    const found = programsOn("skein", io.env.PATH ?? "").filter(isNew());
    const onPath = await Promise.all(
      found.map(async (path): Promise<OnPath> => {
        const isOwn = realPathOf(path) === own;
        const version = isOwn ? VERSION : (versionOfProgram(path) ?? (await ask(path, io.env)));
        return { path, shown: tildePath(path, io.env.HOME), version, ...npmPrefixOf(path) };
      }),
    );
    return [versionsFinding(onPath, { version: VERSION, shown: tildePath(io.program, io.env.HOME) })];
  },
};

export function versionsFinding(onPath: readonly OnPath[], own: Omit<OnPath, "path">): Finding {
  const title = "version";
  const [first, ...rest] = onPath;
  if (!first) return { state: "note", title, text: `${own.version}, ${own.shown}; there is no skein on your PATH` };
  const told = ({ shown, version }: OnPath): string => `${shown} (${version ?? "unknown version"})`;
  if (first.version !== own.version)
    return {
      state: "warning",
      title,
      text: safeLine(`this is ${own.version}, but a shell runs ${told(first)}`),
      fix: rest.some(({ version }) => version === own.version)
        ? `remove the other one: ${removalOf([first])}`
        : `install this one (npm install -g . in its checkout), or remove the other: ${removalOf([first])}`,
    };
  const others = rest.filter(({ version }) => version !== own.version);
  if (others.length === 0) return { state: "ok", title, text: `${own.version}, ${first.shown}` };
  return {
    state: "note",
    title,
    text: safeLine(`${own.version}, ${first.shown}; also on your PATH: ${others.map(told).join(", ")}`),
    fix: `remove what you don't need: ${removalOf(others)}`,
  };
}

/** npm must remove what it has installed: with a plain rm the package would stay. */
function removalOf(programs: readonly OnPath[]): string {
  const prefixes = programs.flatMap(({ npmPrefix }) => npmPrefix ?? []);
  const files = programs.flatMap(({ path, npmPrefix }) => (npmPrefix === undefined ? [path] : []));
  const byNpm = prefixes.map((prefix) => `npm uninstall -g skein --prefix ${prefix}`);
  return [...byNpm, ...(files.length > 0 ? [`rm ${files.join(" ")}`] : [])].join("; ");
}

/** npm creates links from `bin/skein` into `lib/node_modules`. */
function npmPrefixOf(path: string): { npmPrefix: string } | Record<never, never> {
  try {
    return readlinkSync(path).includes("node_modules/") ? { npmPrefix: dirname(dirname(path)) } : {};
  } catch {
    return {};
  }
}

/** A program that is not a Skein package may be a wrapper, so it is run for its version. */
async function ask(path: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  try {
    const printed = await runProgram(path, ["--version"], { env, timeoutMs: PATIENCE_MS });
    return /(?<!\d)\d+\.\d+\.\d+\S*/.exec(printed)?.[0] ?? null;
  } catch {
    return null;
  }
}

/** Two names of one file are one program. */
function isNew(): (path: string) => boolean {
  const seen = new Set<string>();
  return (path) => {
    const real = realPathOf(path);
    return seen.size < seen.add(real).size;
  };
}
