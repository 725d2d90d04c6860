// What every real agent is to do through Skein. One suite for all: what an agent can is in its description, never in a test.
import { describe } from "vitest";
import { findProgram } from "../kit/agents/cache.ts";
import type { RealAgent } from "./kit.ts";
import { testCommands } from "./suite/commands.ts";
import { testContinuity } from "./suite/continuity.ts";
import { testEnding } from "./suite/ending.ts";
import { testFailure } from "./suite/failure.ts";
import { testFiles } from "./suite/files.ts";
import { testFork } from "./suite/fork.ts";
import { testModes } from "./suite/modes.ts";
import { testParking } from "./suite/parking.ts";
import { testPermission } from "./suite/permission.ts";
import { testPrompt } from "./suite/prompt.ts";
import { testQuestion } from "./suite/question.ts";
import { testQuota } from "./suite/quota.ts";
import { testSpeech } from "./suite/speech.ts";
import { testSteer } from "./suite/steer.ts";

export function describeRealAgent(agent: RealAgent): void {
  describe.skipIf(findProgram(agent.program) === null)(agent.title, () => {
    testSpeech(agent);
    testContinuity(agent);
    testFork(agent);
    testModes(agent);
    testPermission(agent);
    if (agent.asks) testQuestion(agent);
    testSteer(agent);
    testEnding(agent);
    testParking(agent);
    testFailure(agent);
    testQuota(agent);
    testPrompt(agent);
    testCommands(agent);
    testFiles(agent);
  });
}
