// The order of test files: those that take minutes begin first, so that none of them is left to run alone at the end.
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The longest first, as CI has seen it. */
const longest = [
  "real-agents/opencode",
  "real-agents/kill-loop",
  "real-agents/gemini",
  "real-agents/copilot",
  "real-agents/claude",
  "real-agents/pi",
  "real-agents/codex",
  "real-agents/other-ways",
  "contracts/log-threaded",
  "process/cli-attach",
  "process/kill-loop",
  "process/opencode-bridge",
  "process/foreign-log",
  "process/demo-session",
  "process/daemon-in-agent",
  "process/other-users",
  "process/failed-run",
  "process/cli-verbs",
  "process/self-approval",
  "process/cli-session",
  "daemon/hostile-import",
  "process/log-crash",
  "process/unreachable-daemon",
  "process/custom-tools",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const index = longest.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
      return index < 0 ? longest.length : index;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
