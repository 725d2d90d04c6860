// An agent of config.toml (`[tools.<id>]`): one that speaks ACP, or any command-line tool behind Skein's runner. For such agents kit/acp also
// supports: output in `_meta` (codex-acp 2.6, pi-acp 0.0.34), content that explains a call, and in `_meta` who started a turn
// (claude-agent-acp 0.99).
import { join } from "node:path";
import type { ToolConfig } from "../../home/index.ts";
import type { Driver } from "../driver.ts";
import { createAcpDriver } from "../kit/acp/driver.ts";
import { createCustomDriver } from "./driver.ts";

/** `programs` is the directory of the programs that are shipped with Skein. */
export function createConfiguredAgent(id: string, tool: ToolConfig, programs: string): Driver {
  const install = `install ${tool.command}, or correct tools.${id}.command in config.toml`;
  const driver =
    tool.protocol === "acp"
      ? createAcpDriver({ id, title: id, command: tool.command, args: tool.args, env: tool.env, install })
      : createCustomDriver({ id, tool, install, runner: join(programs, "tool-runner.cjs") });
  return tool.icon === null ? driver : { ...driver, icon: tool.icon };
}
