// The driver of Copilot CLI with one process per prompt.
import type { Driver, LaunchContext } from "../../driver.ts";
import { withMention } from "../../kit/file-mention.ts";
import { defineOneshot } from "../../kit/oneshot.ts";
import { identityOf } from "../../kit/program.ts";
import { program } from "../program.ts";
import { endedWith } from "./failure.ts";
import { argvOf, environmentOf, modes } from "./launch.ts";
import { readLine } from "./map.ts";
import { type CopilotState, copilotState } from "./state.ts";

export const createCopilotOneshotDriver = (): Driver =>
  defineOneshot(copilotState, {
    ...identityOf(program),
    fork: "none",
    modes,
    launch: (context) => ({ argv: argvOf(context), env: environmentOf(context) }),
    begin: stateOf,
    read: readLine,
    stdin: withMention,
    ended: (state, ending) => endedWith(program, state, ending),
  });

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
