// The facts about Codex's program.
import * as z from "zod";
import { UUID, WORD } from "../kit/id-shapes.ts";
import { directoryIn, fileBelow } from "../kit/native-file.ts";
import type { Program } from "../kit/program.ts";
import { INSTALL, LOGIN } from "./failure.ts";

const catalog = z.object({
  models: z.array(z.object({ slug: z.string(), visibility: z.string().optional() })),
});

/** `keys` are the variables with a key that the program accepts in this transport. */
export const programWith = (keys: readonly string[]): Program => ({
  id: "codex",
  title: "Codex",
  command: "codex",
  install: INSTALL,
  login: LOGIN,
  childVariables: [/^CODEX_(SANDBOX|THREAD_ID|MANAGED_BY|INTERNAL_ORIGINATOR)/],
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
  nativeFiles: ({ env }) => fileBelow(directoryIn(env, "CODEX_HOME", ".codex"), "sessions/*/*/*/rollout-*-{id}.jsonl"),
});

/** The models of its own list. */
function modelsIn(stdout: string): string[] {
  try {
    const { models } = catalog.parse(JSON.parse(stdout));
    return models.flatMap(({ slug, visibility }) => (visibility === "hide" ? [] : [slug]));
  } catch {
    return [];
  }
}
