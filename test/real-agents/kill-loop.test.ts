import { claude, claudeOneshot } from "./agents/claude.ts";
import { codex, codexOneshot } from "./agents/codex.ts";
import { copilot, copilotOneshot } from "./agents/copilot.ts";
import { gemini, geminiOneshot } from "./agents/gemini.ts";
import { opencode, opencodeByAcp, opencodeOneshot } from "./agents/opencode.ts";
import { pi, piOneshot } from "./agents/pi.ts";
import { testKillLoop } from "./suite/kill-loop.ts";

for (const agent of [
  claude,
  claudeOneshot,
  codex,
  codexOneshot,
  gemini,
  geminiOneshot,
  copilot,
  copilotOneshot,
  opencode,
  opencodeByAcp,
  opencodeOneshot,
  pi,
  piOneshot,
])
  testKillLoop(agent);
