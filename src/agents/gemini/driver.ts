// The drivers of Gemini CLI: over ACP, or one process per prompt. Both can resume the same conversations, so a person may switch between them.
import type { AgentDrivers } from "../driver.ts";
import { createAcpDriver } from "../kit/acp/driver.ts";
import { gemini } from "./acp.ts";
import { createGeminiOneshotDriver } from "./oneshot/driver.ts";

export const geminiDrivers = (): AgentDrivers => ({
  stream: createAcpDriver(gemini),
  oneshot: createGeminiOneshotDriver(),
});
