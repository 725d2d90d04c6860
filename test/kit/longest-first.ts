// The order of test files: those that take minutes begin first, so that none of them is left to run alone at the end.
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The longest first, as CI has seen it. */
const longest = [
  "real-agents/opencode",
  "real-agents/kill-loop",
  "real-agents/gemini",
  "real-agents/claude",
  "real-agents/copilot",
  "process/kill-loop",
  "contracts/log-threaded",
  "process/cli-attach",
  "process/opencode-bridge",
  "process/self-approval",
  "process/log-crash",
  "process/demo-session",
  "process/failed-run",
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
