// The drivers of Copilot CLI: over ACP, or one process per prompt. Both can resume the same conversations, so a person may switch between
// them.
import type { AgentDrivers } from "../driver.ts";
import { createAcpDriver } from "../kit/acp/driver.ts";
import { copilot } from "./acp.ts";
import { createCopilotOneshotDriver } from "./oneshot/driver.ts";

export const copilotDrivers = (): AgentDrivers => ({
  stream: createAcpDriver(copilot),
  oneshot: createCopilotOneshotDriver(),
});
