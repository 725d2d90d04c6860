// The driver of Gemini CLI with one process per prompt.
import type { Driver, LaunchContext } from "../../driver.ts";
import { defineOneshot } from "../../kit/oneshot.ts";
import { identityOf } from "../../kit/program.ts";
import { program } from "../program.ts";
import { endedWith } from "./failure.ts";
import { argvOf, modes, stdinOf } from "./launch.ts";
import { readLine } from "./map.ts";
import { type GeminiState, geminiState } from "./state.ts";

export const createGeminiOneshotDriver = (): Driver =>
  defineOneshot(geminiState, {
    ...identityOf(program),
    fork: "none",
    modes,
    launch: (context) => ({ argv: argvOf(context), env: { ...program.env } }),
    begin: stateOf,
    read: readLine,
    stdin: stdinOf,
    ended: (state, ending) => endedWith(program, state, ending),
  });

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
