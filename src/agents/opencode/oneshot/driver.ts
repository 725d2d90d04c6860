// Drives OpenCode with a process for each prompt. Its conversations are the same as by its server, so a person may change between them.
// It says nothing while it asks a model that does not answer again, for more than a minute (1.18.33).
import { type Driver, defineDriver, type LaunchContext } from "../../driver.ts";
import { findInstallation } from "../../find-program.ts";
import { ANY_FILE } from "../../kit/file-kinds.ts";
import { permissionEnv, program } from "../launch.ts";
import { agentFor, modesOf } from "../modes.ts";
import { promptText } from "../prompt.ts";
import { freshState, opencodeState, stay } from "../state.ts";
import { endedPrinted, readPrinted } from "./map.ts";

export const createOpencodeOneshotDriver = (): Driver =>
  defineDriver(opencodeState, {
    id: program.id,
    title: program.title,
    transport: "oneshot",
    capabilities: {
      resume: true,
      fork: "whole",
      approvals: false,
      interrupt: false,
      steer: false,
      tasks: "untold",
      files: [ANY_FILE],
      modes: modesOf(false),
      models: true,
      commands: false,
    },
    ids: program.ids,
    probe: program.probe,
    find: (env) => findInstallation(program, env),
    launch: (context) => ({ argv: argvOf(context), env: permissionEnv(context.mode, context.filesDir) }),
    open: (context) => stay(freshState(context)),
    read: readPrinted,
    stdin: promptText,
    deliver: (state) => stay(state),
    answer: (state) => stay(state),
    interrupt: (state) => stay(state),
    ended: endedPrinted,
  });

function argvOf({ executable, mode, model, nativeId, fork }: LaunchContext): string[] {
  const agent = agentFor(mode);
  const source = nativeId ?? fork?.nativeId ?? null;
  return [
    ...[executable, "run", "--format", "json", "--thinking"],
    ...(mode === "auto" ? ["--auto"] : []),
    ...(agent === null ? [] : ["--agent", agent]),
    ...(model === null ? [] : ["--model", model]),
    ...(source === null ? [] : [`--session=${source}`]),
    ...(nativeId === null && fork ? ["--fork"] : []),
  ];
}
