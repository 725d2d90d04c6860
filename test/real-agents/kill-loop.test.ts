import { claude, claudeOneshot } from "./agents/claude.ts";
import { codex, codexOneshot } from "./agents/codex.ts";
import { copilot, copilotOneshot } from "./agents/copilot.ts";
import { gemini, geminiOneshot } from "./agents/gemini.ts";
import { opencode, opencodeByAcp, opencodeOneshot } from "./agents/opencode.ts";
import { pi, piOneshot } from "./agents/pi.ts";
import { testKillLoop } from "./suite/kill-loop.ts";

testKillLoop({
  name: "the first transport of each agent",
  agents: [claude, codex, gemini, copilot, opencode, pi],
  kills: 15,
});

testKillLoop({
  name: "a process per prompt",
  agents: [claudeOneshot, codexOneshot, geminiOneshot, copilotOneshot, opencodeOneshot, piOneshot],
  kills: 15,
});

testKillLoop({ name: "the other transport of OpenCode", agents: [opencodeByAcp], kills: 5 });
