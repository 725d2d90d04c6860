// Ways of agents that are not their first, in short: what a person would miss at once. Their whole suites are in all/
// (npm run test:agents:all), and the kill loop runs every way.
import { describe } from "vitest";
import { findProgram } from "../kit/agents/cache.ts";
import { claudeOneshot } from "./agents/claude.ts";
import { codexOneshot } from "./agents/codex.ts";
import { copilotOneshot } from "./agents/copilot.ts";
import { geminiOneshot } from "./agents/gemini.ts";
import { opencodeByAcp, opencodeOneshot } from "./agents/opencode.ts";
import { piOneshot } from "./agents/pi.ts";
import { sharedScene } from "./shared-scene.ts";
import { clientsVariables } from "./suite/environment.ts";
import { testPermission } from "./suite/permission.ts";
import { testRecord } from "./suite/record.ts";
import { testSpeech } from "./suite/speech.ts";

const ways = [opencodeByAcp, opencodeOneshot, copilotOneshot, geminiOneshot, claudeOneshot, codexOneshot, piOneshot];

for (const agent of ways) {
  describe.skipIf(findProgram(agent.program) === null)(agent.title, () => {
    const scene = sharedScene(agent, { env: clientsVariables });
    testSpeech(agent, scene);
    testRecord(agent, scene);
    testPermission(agent, scene);
  });
}
