// The drivers of OpenCode: through its server, whose HTTP Skein's bridge converts to lines; over ACP; or with one process per prompt. All can
// resume the same conversations, so a person may switch between them.
import { join } from "node:path";
import type { AgentDrivers, Driver } from "../driver.ts";
import { createAcpDriver } from "../kit/acp/driver.ts";
import { defineDriver } from "../kit/define-driver.ts";
import { ANY_FILE } from "../kit/file-kinds.ts";
import { identityOf } from "../kit/program.ts";
import { opencode } from "./acp.ts";
import { endedWith } from "./failure.ts";
import { permissionEnv } from "./launch.ts";
import { readLine } from "./map.ts";
import { modesOf } from "./modes.ts";
import { createOpencodeOneshotDriver } from "./oneshot/driver.ts";
import { openConversation } from "./opening.ts";
import { answer, openQuestions } from "./permission.ts";
import { program } from "./program.ts";
import { opencodeState, stay } from "./state.ts";
import { trustIn } from "./trust.ts";
import { deliver, interrupt, steer } from "./turn.ts";

/** `bridge` is the path of the built bridge. */
export function createOpencodeDriver(bridge: string): Driver {
  return defineDriver(opencodeState, {
    ...identityOf(program),
    transport: "stream",
    capabilities: {
      resume: true,
      fork: "turn",
      approvals: true,
      interrupt: true,
      steer: true,
      tasks: "untold",
      files: [ANY_FILE],
      modes: modesOf(true),
      models: true,
      commands: false,
    },
    launch(context) {
      const { env, ...trust } = trustIn(context);
      const argv = [process.execPath, bridge, context.executable];
      return { ...trust, argv, env: { ...permissionEnv(context.mode), ...env } };
    },
    open: openConversation,
    read: readLine,
    deliver,
    steer,
    answer,
    openQuestions,
    interrupt,
    // A mode is part of the process's environment; the model is sent with each prompt.
    configure(state, { mode, model }) {
      if (mode !== null && mode !== state.mode) return null;
      return stay({ ...state, wish: model ?? state.wish });
    },
    ended: endedWith,
  });
}

/** `programs` is the directory of the programs that are shipped with Skein. */
export const opencodeDrivers = (programs: string): AgentDrivers => ({
  stream: createOpencodeDriver(join(programs, "opencode-bridge.cjs")),
  acp: createAcpDriver(opencode, "acp"),
  oneshot: createOpencodeOneshotDriver(),
});
