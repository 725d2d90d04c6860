// The driver of all agents that speak the Agent Client Protocol: JSON-RPC in lines, on stdin and stdout of one long-lived process.
import type { ModeEffects } from "../../../core/index.ts";
import { lastLine } from "../../../core/index.ts";
import type { Driver, Ending, Fact, Launch, LaunchContext } from "../../driver.ts";
import { defineDriver } from "../define-driver.ts";
import { endedEarly } from "../failure.ts";
import { ANY_FILE } from "../file-kinds.ts";
import { LINE } from "../id-shapes.ts";
import { identityOf } from "../program.ts";
import type { AcpAgent } from "./agent.ts";
import { initialize } from "./opening.ts";
import { answerQuestion, openQuestions } from "./permission.ts";
import { readLine } from "./read.ts";
import { isSettling, settingRequests } from "./settings.ts";
import { acpState, freshState, type Scene } from "./state.ts";
import { cancelTurn, endOwnTurn, sendPrompt } from "./turn.ts";

/** `acp` is set for an agent whose default transport is another one. */
export function createAcpDriver(agent: AcpAgent, transport: "stream" | "acp" = "stream"): Driver {
  const { quirks } = agent;
  return defineDriver(acpState, {
    ...identityOf({
      ...agent,
      ids: agent.ids ?? { conversation: LINE, mark: null },
      probe: agent.probe ?? { version: null, login: null, models: null },
    }),
    transport,
    capabilities: {
      resume: true,
      fork: "none",
      approvals: true,
      interrupt: true,
      steer: false,
      tasks: "untold",
      files: [ANY_FILE],
      modes: effectsIn(quirks?.modes ?? {}),
      models: quirks?.canSetModel ?? false,
      commands: true,
    },
    launch: (context) => ({ ...commandLine(agent, context), env: { ...agent.env } }),
    open: (context) => initialize(freshState(context)),
    read: (state, line) => readLine({ agent, state }, line),
    deliver: (state, prompt) => sendPrompt({ agent, state }, prompt),
    answer: answerQuestion,
    openQuestions,
    interrupt: cancelTurn,
    configure(state, setting) {
      if (quirks?.setsModesAtStart && setting.mode !== null && setting.mode !== state.wish.mode) return null;
      return { ...settingRequests({ agent, state: { ...state, wish: setting } }), facts: [] };
    },
    isSettling,
    endOwnTurn,
    ended: (state, ending) => endedWith({ agent, state }, ending),
  });
}

const effectsIn = (modes: NonNullable<AcpAgent["quirks"]>["modes"] & {}): ModeEffects =>
  Object.fromEntries(Object.entries(modes).map(([mode, { effect }]) => [mode, effect]));

function commandLine({ args, quirks }: AcpAgent, context: LaunchContext): Omit<Launch, "env"> {
  const argv = [context.executable, ...args];
  return quirks?.launch?.(context, argv) ?? { argv };
}

function endedWith({ agent, state }: Scene, { code, stderr, isStopped }: Ending): Fact[] {
  const isOpening = state.phase === "opening" || state.phase === "settling";
  return isStopped || !code || !isOpening ? [] : [endedEarly(agent, lastLine(stderr), code)];
}
