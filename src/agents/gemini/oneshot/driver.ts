// Drives Gemini CLI with a process for each prompt. Its conversations are the same as by ACP, so a person may change between them.
import { type Driver, defineDriver, type LaunchContext } from "../../driver.ts";
import { findInstallation } from "../../find-program.ts";
import { ANY_FILE } from "../../kit/file-kinds.ts";
import type { Program } from "../../kit/program.ts";
import { endedWith } from "./failure.ts";
import { argvOf, modes, stdinOf } from "./launch.ts";
import { readLine } from "./map.ts";
import { type GeminiState, geminiState } from "./state.ts";

/** `env` is what the program needs however it is run. */
export function createGeminiDriver(program: Program & { readonly env: Readonly<Record<string, string>> }): Driver {
  return defineDriver(geminiState, {
    id: program.id,
    title: program.title,
    transport: "oneshot",
    capabilities: {
      resume: true,
      fork: "none",
      approvals: false,
      interrupt: false,
      steer: false,
      tasks: "untold",
      files: [ANY_FILE],
      modes,
      models: true,
      commands: false,
    },

    ids: program.ids,
    probe: program.probe,

    find: (env) => findInstallation(program, env),

    launch: (context) => ({ argv: argvOf(context), env: { ...program.env } }),
    nativeFiles: (context) => program.nativeFiles?.(context) ?? null,
    open: (context) => ({ state: stateOf(context), facts: [], writes: [] }),
    read: (state, line) => readLine(program, state, line),
    stdin: stdinOf,
    deliver: (state) => ({ state, facts: [], writes: [] }),
    answer: (state) => ({ state, facts: [], writes: [] }),
    interrupt: (state) => ({ state, facts: [], writes: [] }),
    ended: (state, ending) => endedWith(program, state, ending),
  });
}

const stateOf = ({ run, cwd, nativeId, newNativeId }: LaunchContext): GeminiState => ({
  run,
  cwd,
  nativeId: nativeId ?? newNativeId,
  provenance: "assigned",
  model: null,
  isResuming: nativeId !== null,
  phase: "starting",
  isBound: false,
  texts: 0,
  message: null,
  tools: [],
  trouble: null,
});
