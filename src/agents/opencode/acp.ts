// OpenCode over ACP, as of version 1.18.33: its modes are its own agents, and permissions are fixed at its start. For it kit/acp also supports
// questions about a call that was not reported completely yet.
import type { Mode, ModeEffect, ModeEffects } from "../../core/index.ts";
import type { AcpAgent } from "../kit/acp/agent.ts";
import type { RpcError } from "../kit/json-rpc.ts";
import { permissionEnv } from "./launch.ts";
import { modesOf } from "./modes.ts";
import { program } from "./program.ts";
import { trustIn } from "./trust.ts";

const grants: Readonly<Record<string, string>> = {
  execute: "Always allow commands that start like this one",
  edit: "Always allow this and all edits",
};

/** It passes on the vendor's message without the status. */
const isRefusedKey = ({ message }: RpcError): boolean =>
  /\b(invalid|incorrect|missing)\b.{0,40}\bkey\b|\bkey\b.{0,40}\b(invalid|missing|not valid)\b|\bunauthori[sz]ed\b/i.test(
    message,
  );

const modesWith = (effects: ModeEffects): NonNullable<NonNullable<AcpAgent["quirks"]>["modes"]> =>
  Object.fromEntries(
    (Object.entries(effects) as [Mode, ModeEffect][]).map(([mode, effect]) => [
      mode,
      { settings: [{ kind: "mode", id: mode === "plan" ? "plan" : "build" }], effect },
    ]),
  );

const assignments = (env: Record<string, string>): string[] =>
  Object.entries(env).map(([name, value]) => `${name}=${value}`);

export const opencode: AcpAgent = {
  ...program,
  args: ["acp"],
  env: {},
  quirks: {
    modes: modesWith(modesOf(true)),
    setsModesAtStart: true,
    canSetModel: true,
    takesPathsForCommands: true,
    isRefusedKey,
    grantLabel: ({ kind }) => grants[kind] ?? null,
    launch(context, command) {
      const { env, ...trust } = trustIn(context);
      const set = assignments({ ...permissionEnv(context.mode), ...env });
      return { ...trust, argv: ["/usr/bin/env", ...set, ...command] };
    },
  },
};
