// OpenCode by ACP and with a process per prompt, in short: a process of it takes as long to start as other agents to answer. Their whole
// suites are in all/ (npm run test:agents:all).
import { describe } from "vitest";
import { findProgram } from "../kit/agents/cache.ts";
import { opencodeByAcp, opencodeOneshot } from "./agents/opencode.ts";
import { testPermission } from "./suite/permission.ts";
import { testSpeech } from "./suite/speech.ts";

for (const agent of [opencodeByAcp, opencodeOneshot]) {
  describe.skipIf(findProgram(agent.program) === null)(agent.title, () => {
    testSpeech(agent);
    testPermission(agent);
  });
}
