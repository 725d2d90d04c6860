// Drives OpenCode through its server: the bridge that Skein brings along makes lines of its HTTP.
import { type Driver, defineDriver } from "../driver.ts";
import { findInstallation } from "../find-program.ts";
import { ANY_FILE } from "../kit/file-kinds.ts";
import { endedWith } from "./failure.ts";
import { permissionEnv, program } from "./launch.ts";
import { readLine } from "./map.ts";
import { modesOf } from "./modes.ts";
import { openConversation } from "./opening.ts";
import { answer, openQuestions } from "./permission.ts";
import { opencodeState, stay } from "./state.ts";
import { deliver, interrupt, steer } from "./turn.ts";

/** `bridge` is the path of the built bridge. */
export function createOpencodeDriver(bridge: string): Driver {
  return defineDriver(opencodeState, {
    id: program.id,
    title: program.title,
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
    ids: program.ids,
    probe: program.probe,
    find: (env) => findInstallation(program, env),
    launch: ({ executable, mode }) => ({ argv: [process.execPath, bridge, executable], env: permissionEnv(mode) }),
    open: openConversation,
    read: readLine,
    deliver,
    steer,
    answer,
    openQuestions,
    interrupt,
    // A mode is the environment of the process; the model goes with each prompt.
    configure(state, { mode, model }) {
      if (mode !== null && mode !== state.mode) return null;
      return stay({ ...state, wish: model ?? state.wish });
    },
    ended: endedWith,
  });
}
