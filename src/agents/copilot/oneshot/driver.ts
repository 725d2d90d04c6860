// Drives Copilot CLI with a process for each prompt. Its conversations are the same as by ACP, so a person may change between them.
import { type Driver, defineDriver, type LaunchContext } from "../../driver.ts";
import { findInstallation } from "../../find-program.ts";
import { ANY_FILE } from "../../kit/file-kinds.ts";
import { withMention } from "../../kit/file-mention.ts";
import type { Program } from "../../kit/program.ts";
import { endedWith } from "./failure.ts";
import { argvOf, environmentOf, modes } from "./launch.ts";
import { readLine } from "./map.ts";
import { type CopilotState, copilotState } from "./state.ts";

export function createCopilotDriver(program: Program): Driver {
  return defineDriver(copilotState, {
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

    launch: (context) => ({ argv: argvOf(context), env: environmentOf(context) }),
    nativeFiles: (context) => program.nativeFiles?.(context) ?? null,
    open: (context) => ({ state: stateOf(context), facts: [], writes: [] }),
    read: (state, line) => readLine(program, state, line),
    stdin: withMention,
    deliver: (state) => ({ state, facts: [], writes: [] }),
    answer: (state) => ({ state, facts: [], writes: [] }),
    interrupt: (state) => ({ state, facts: [], writes: [] }),
    ended: (state, ending) => endedWith(program, state, ending),
  });
}

const stateOf = ({ run, cwd, nativeId, newNativeId, spent }: LaunchContext): CopilotState => ({
  run,
  cwd,
  nativeId: nativeId ?? newNativeId,
  isResuming: nativeId !== null,
  model: null,
  isBound: false,
  phase: "starting",
  spent: { inputTokens: spent.inputTokens, outputTokens: spent.outputTokens },
  saying: null,
  tools: [],
  failure: null,
  hasFailed: false,
  isAborted: false,
});
