// What every real agent is to do through Skein. One suite for all: what an agent can is in its description, never in a test.
import { describe } from "vitest";
import { findProgram } from "../kit/agents/cache.ts";
import type { RealAgent } from "./kit.ts";
import { sharedScene } from "./shared-scene.ts";
import { testCommands } from "./suite/commands.ts";
import { testContinuity } from "./suite/continuity.ts";
import { testEnding } from "./suite/ending.ts";
import { clientsVariables } from "./suite/environment.ts";
import { testFailure } from "./suite/failure.ts";
import { testFiles } from "./suite/files.ts";
import { testFork } from "./suite/fork.ts";
import { testModes } from "./suite/modes.ts";
import { testParking } from "./suite/parking.ts";
import { testPermission } from "./suite/permission.ts";
import { testPrompt } from "./suite/prompt.ts";
import { testQuestion } from "./suite/question.ts";
import { testQuota } from "./suite/quota.ts";
import { testRecord } from "./suite/record.ts";
import { testSpeech } from "./suite/speech.ts";
import { testSteer } from "./suite/steer.ts";

export function describeRealAgent(agent: RealAgent): void {
  describe.skipIf(findProgram(agent.program) === null)(agent.title, () => {
    const scene = sharedScene(agent, { env: clientsVariables });
    testSpeech(agent, scene);
    testRecord(agent, scene);
    testSteer(agent, scene);
    testEnding(agent, scene);
    testParking(agent, scene);
    testFailure(agent, scene);
    testCommands(agent, scene);
    testFork(agent, scene);
    testModes(agent, scene);
    testPermission(agent, scene);
    if (agent.asks) testQuestion(agent, scene);
    testFiles(agent, scene);
    testPrompt(agent, scene);
    testContinuity(agent);
    testQuota(agent);
  });
}
