// Where the pictures are taken: a home of its own with real agents, a scripted model, two directories, and the built program.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { programDirectory } from "../../test/kit/agents/cache.ts";
import { prepareAgent } from "../../test/kit/agents/recipe.ts";
import { startModel } from "../../test/kit/model/model.ts";

export const root = join(import.meta.dirname, "../..");
const program = join(root, "dist/skein.cjs");
const agents = ["claude", "codex", "gemini"] as const;

export async function openHome() {
  const model = await startModel();
  const home = mkdtempSync(join(tmpdir(), "skein-picture-"));
  const site = join(home, "src/site");
  const api = join(home, "src/api");
  const bin = join(home, "bin");
  for (const directory of [site, api, bin]) mkdirSync(directory, { recursive: true });
  writeFileSync(join(site, "package.json"), '{ "scripts": { "test": "echo 48 tests passed" } }\n');
  writeFileSync(join(bin, "skein"), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, { mode: 0o755 });
  const recipes = agents.map((agent) => prepareAgent(agent, { model, home }).env);
  const { NO_COLOR: _, ...agentEnv } = Object.assign({}, ...recipes) as Record<string, string>;
  const env: Record<string, string> = {
    ...agentEnv,
    HOME: home,
    SKEIN_HOME: join(home, ".skein"),
    PATH: [bin, ...agents.map(programDirectory), dirname(process.execPath), "/usr/bin", "/bin"].join(":"),
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    PS1: "$ ",
  };
  const skein = async (...words: string[]): Promise<string> =>
    (await promisify(execFile)(join(bin, "skein"), words, { cwd: site, env })).stdout;
  return {
    model,
    home,
    site,
    api,
    env,
    skein,
    async end(): Promise<void> {
      await skein("daemon", "stop", "--agents");
      await model.close().catch(() => {});
      rmSync(home, { recursive: true, force: true });
    },
  };
}
