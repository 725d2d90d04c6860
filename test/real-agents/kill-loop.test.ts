import { claude, claudeOneshot } from "./agents/claude.ts";
import { copilot } from "./agents/copilot.ts";
import { gemini } from "./agents/gemini.ts";
import { testKillLoop } from "./suite/kill-loop.ts";

for (const agent of [claude, claudeOneshot, gemini, copilot]) testKillLoop(agent);
