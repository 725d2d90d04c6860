// Installs the pinned agents into the cache. Each is installed in a temporary place and then renamed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { agentsDirectory } from "./cache.ts";
import { makeOwnDirectory } from "./leftovers.ts";
import { type AgentName, type Pin, pins } from "./pins.ts";

export type Installed = "present" | "installed";

/** Resolves when the agent is in the cache; rejects with what npm said. */
export async function install(agent: AgentName): Promise<Installed> {
  const pin: Pin = pins[agent];
  const place = join(agentsDirectory(), agent);
  if (existsSync(place)) return "present";

  const temporary = makeOwnDirectory(dirname(place));
  try {
    const manifest = { private: true, dependencies: { [pin.package]: pin.version } };
    writeFileSync(join(temporary, "package.json"), JSON.stringify(manifest));
    await npmInstall(temporary);
    const program = linkProgram(agent, pin, temporary);
    if (pin.unpack) {
      const { env, directory } = pin.unpack;
      await run(program, [], { cwd: temporary, env: { ...env, [directory]: join(temporary, "unpacked") } });
    }
    rename(temporary, place);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return "installed";
}

async function npmInstall(cwd: string): Promise<void> {
  // What an outer `npm run` says of its own package would point this one at it.
  const outer = /^npm_(config_(global|location|prefix|local_prefix|global_prefix)$|package_|lifecycle_)/i;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !outer.test(name)));
  // npm chooses by the engine it runs on, and some of these agents need this one to run.
  env.PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const args = ["install", "--ignore-scripts", "--engine-strict", "--no-package-lock", "--no-audit", "--no-fund"];
  await run("npm", [...args, "--loglevel=error"], { cwd, env });
}

async function run(command: string, args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<void> {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  if (code !== 0) throw new Error([`${command} ${args.join(" ")} failed:`, out, err].join("\n").trim());
}

function linkProgram(agent: AgentName, { programs }: Pin, directory: string): string {
  const modules = join(directory, "node_modules");
  const [program] = programs.flatMap((pattern) => globSync(pattern, { cwd: modules }));
  if (program === undefined) throw new Error(`the package has no program for this system: ${programs.join(", ")}`);
  const bin = join(directory, "bin");
  mkdirSync(bin);
  symlinkSync(relative(bin, join(modules, program)), join(bin, agent));
  return join(bin, agent);
}

function rename(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    // Another installation has finished first.
    if (!existsSync(to)) throw error;
  }
}
