// The driver of `codex app-server`: one long-lived process that speaks JSON-RPC in lines.
import { lastLine } from "../../../core/index.ts";
import type { Driver, Ending, Fact } from "../../driver.ts";
import { defineDriver } from "../../kit/define-driver.ts";
import { endedEarly } from "../../kit/failure.ts";
import { ANY_FILE } from "../../kit/file-kinds.ts";
import { identityOf } from "../../kit/program.ts";
import { isPassing } from "../failure.ts";
import { askingEffects } from "../modes.ts";
import { programWith } from "../program.ts";
import { initialize } from "./opening.ts";
import { answer, openQuestions } from "./question.ts";
import { readLine } from "./read.ts";
import { type AppServerState, appServerState, freshState, nothing } from "./state.ts";
import { stopTasks } from "./task.ts";
import { deliver, interrupt, steer } from "./turn.ts";

/** It ignores environment variables, unlike `exec` (0.166.0). */
const program = programWith([]);

export const createAppServerDriver = (): Driver =>
  defineDriver(appServerState, {
    ...identityOf(program),
    transport: "stream",
    capabilities: {
      resume: true,
      fork: "turn",
      approvals: true,
      interrupt: true,
      steer: true,
      tasks: "stoppable",
      files: [ANY_FILE],
      modes: askingEffects,
      models: true,
      commands: false,
    },
    launch: ({ executable }) => ({ argv: [executable, "app-server"], env: {} }),
    open: (context) => initialize(freshState(context)),
    read: readLine,
    deliver,
    steer,
    answer,
    openQuestions,
    interrupt,
    stopTasks,
    // It is sent with the next turn.
    configure: (state, wish) =>
      nothing({ ...state, wish: { mode: wish.mode ?? state.wish.mode, model: wish.model ?? state.wish.model } }),
    ended: endedWith,
  });

function endedWith({ phase }: AppServerState, { code, stderr, isStopped }: Ending): Fact[] {
  if (isStopped || !code || phase !== "opening" || isPassing(stderr)) return [];
  return [endedEarly(program, lastLine(stderr), code)];
}
