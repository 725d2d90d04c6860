import { claude, claudeOneshot } from "./agents/claude.ts";
import { copilot, copilotOneshot } from "./agents/copilot.ts";
import { gemini, geminiOneshot } from "./agents/gemini.ts";
import { testKillLoop } from "./suite/kill-loop.ts";

for (const agent of [claude, claudeOneshot, gemini, geminiOneshot, copilot, copilotOneshot]) testKillLoop(agent);
