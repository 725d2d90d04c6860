// The driver of OpenCode with one process per prompt. It prints nothing while it retries a model that does not answer, for more than a minute
// (1.18.33).
import type { Driver, LaunchContext } from "../../driver.ts";
import { withMention } from "../../kit/file-mention.ts";
import { defineOneshot } from "../../kit/oneshot.ts";
import { identityOf } from "../../kit/program.ts";
import { permissionEnv } from "../launch.ts";
import { agentFor, modesOf } from "../modes.ts";
import { program } from "../program.ts";
import { freshState, opencodeState } from "../state.ts";
import { trustIn } from "../trust.ts";
import { endedPrinted, readPrinted } from "./map.ts";

export const createOpencodeOneshotDriver = (): Driver =>
  defineOneshot(opencodeState, {
    ...identityOf(program),
    fork: "whole",
    modes: modesOf(false),
    launch(context) {
      const { env, ...trust } = trustIn(context);
      return { ...trust, argv: argvOf(context), env: { ...permissionEnv(context.mode, context.filesDir), ...env } };
    },
    begin: freshState,
    read: readPrinted,
    stdin: withMention,
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
