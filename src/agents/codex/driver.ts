// The driver of Codex: one long-lived app-server, or one process per prompt. Both can resume the same conversations.
import type { AgentDrivers, Driver } from "../driver.ts";
import { createAppServerDriver } from "./app-server/driver.ts";
import { createExecDriver } from "./exec/driver.ts";

export const createCodexDriver = ({ transport }: { transport: "stream" | "oneshot" }): Driver =>
  transport === "stream" ? createAppServerDriver() : createExecDriver();

export const codexDrivers = (): AgentDrivers => ({ stream: createAppServerDriver(), oneshot: createExecDriver() });
