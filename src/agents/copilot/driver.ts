// Drives Copilot CLI: by ACP, or with a process for each prompt. Both go on with the same conversations, so a person may change between them.
import type { AgentDrivers } from "../driver.ts";
import { createAcpDriver } from "../kit/acp/driver.ts";
import { copilot } from "./acp.ts";
import { createCopilotOneshotDriver } from "./oneshot/driver.ts";

export const copilotDrivers = (): AgentDrivers => ({
  stream: createAcpDriver(copilot),
  oneshot: createCopilotOneshotDriver(),
});
