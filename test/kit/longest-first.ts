// The order of test files: the longest start first, so that none of them runs alone at the end.
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The longest first, as CI has seen it. */
const longest = [
  "real-agents/opencode",
  "real-agents/kill-loop",
  "real-agents/gemini",
  "real-agents/claude",
  "real-agents/copilot",
  "real-agents/pi",
  "real-agents/codex",
  "real-agents/other-ways",
  "torture/prompt-life-answers",
  "torture/prompt-life-queue",
  "process/foreign-log",
  "torture/damage",
  "process/cli-attach",
  "torture/syscall-sweep",
  "real-agents/large-edits",
  "real-agents/opencode-questions",
  "process/kill-unreached",
  "process/cli-queue",
  "process/long-session",
  "process/silenced-agent",
  "process/log-crash",
  "process/demo-session",
  "torture/random-kills",
  "torture/prompt-life",
  "process/opencode-bridge",
  "process/recover",
  "process/cli-daemon",
  "process/kill-loop",
  "process/kill-on-full-disk",
  "process/doctor-causes",
  "torture/shell-reading",
  "torture/paused-daemon",
  "torture/disk-errors",
  "real-agents/both-ways",
  "real-agents/custom",
  "real-agents/many",
  "process/stop-agents",
  "process/self-approval",
  "contracts/log-threaded",
  "log/recovery/damage",
  "daemon/hostile-import",
  "contracts/log",
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
