// OpenCode by ACP, as of version 1.18.33: its modes are agents of its own, and what is asked about is set at its start.
import type { Mode, ModeEffect } from "../../core/index.ts";
import type { AcpAgent, Setting } from "../acp/index.ts";
import { INSTALL, LOGIN } from "./failure.ts";
import { permissionEnv, probe } from "./launch.ts";
import { agentFor, modesOf } from "./modes.ts";

const settingsFor = (mode: Mode): Setting[] => [{ kind: "mode", id: agentFor(mode) ?? "build" }];

const modes = Object.fromEntries(
  (Object.entries(modesOf(true)) as [Mode, ModeEffect][]).map(([mode, effect]) => [
    mode,
    { settings: settingsFor(mode), effect },
  ]),
);

export const opencodeByAcp: AcpAgent = {
  id: "opencode",
  title: "OpenCode",
  command: "opencode",
  args: ["acp"],
  env: {},
  install: INSTALL,
  login: LOGIN,
  probe,
  quirks: {
    modes,
    setsModesAtStart: true,
    canSetModel: true,
    launch: ({ mode }, command) => ["/usr/bin/env", ...assignments(permissionEnv(mode)), ...command],
  },
};

const assignments = (env: Record<string, string>): string[] =>
  Object.entries(env).map(([name, value]) => `${name}=${value}`);
