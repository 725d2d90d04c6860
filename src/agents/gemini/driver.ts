// Drives Gemini CLI: by ACP, or with a process for each prompt. Both go on with the same conversations, so a person may change between them.
import type { Ways } from "../driver.ts";
import { createAcpDriver } from "../kit/acp/driver.ts";
import { gemini } from "./acp.ts";
import { createGeminiOneshotDriver } from "./oneshot/driver.ts";

export const geminiWays = (): Ways => ({ stream: createAcpDriver(gemini), oneshot: createGeminiOneshotDriver() });
