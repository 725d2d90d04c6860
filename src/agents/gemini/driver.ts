// Drives Gemini CLI: by ACP, or with a process for each prompt. Both go on with the same conversations, so a person may change between them.
import type { AgentDrivers } from "../driver.ts";
import { createAcpDriver } from "../kit/acp/driver.ts";
import { gemini } from "./acp.ts";
import { createGeminiOneshotDriver } from "./oneshot/driver.ts";

export const geminiDrivers = (): AgentDrivers => ({
  stream: createAcpDriver(gemini),
  oneshot: createGeminiOneshotDriver(),
});
