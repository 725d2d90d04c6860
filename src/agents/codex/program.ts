// Codex as a program: how it is found, and what it tells of itself without being started for work.
import * as z from "zod";
import type { Driver } from "../driver.ts";
import { findInstallation } from "../find-program.ts";
import { UUID, WORD } from "../kit/id-shapes.ts";
import { directoryIn, fileBelow } from "../kit/native-file.ts";
import { LOGIN } from "./failure.ts";

const catalog = z.object({
  models: z.array(z.object({ slug: z.string(), visibility: z.string().optional() })),
});

/** `keys` are the variables that hold a key which the program takes, run in this way. */
export const identityWith = (
  keys: readonly string[],
): Pick<Driver, "id" | "title" | "ids" | "probe" | "find" | "nativeFiles"> => ({
  id: "codex",
  title: "Codex",
  ids: { conversation: UUID, mark: WORD },
  probe: {
    version: ["--version"],
    login: {
      variables: keys,
      base: { variable: "CODEX_HOME", usual: ".codex" },
      files: ["auth.json"],
      provider: { file: "config.toml", line: /^[ \t]*(model_provider|profile)[ \t]*=/m },
      hint: LOGIN,
    },
    models: { args: ["debug", "models", "--bundled"], read: modelsIn },
  },
  find: (env) => findInstallation({ command: "codex", install: "npm install -g @openai/codex" }, env),
  nativeFiles: ({ env }) => fileBelow(directoryIn(env, "CODEX_HOME", ".codex"), "sessions/*/*/*/rollout-*-{id}.jsonl"),
});

/** Those that its own list shows. */
function modelsIn(stdout: string): string[] {
  try {
    const { models } = catalog.parse(JSON.parse(stdout));
    return models.flatMap(({ slug, visibility }) => (visibility === "hide" ? [] : [slug]));
  } catch {
    return [];
  }
}
