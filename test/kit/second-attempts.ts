// Tests that passed only at their second attempt: listed at the end of a run with the first failure, so that they are noticed and fixed. A
// reporter for vitest; silent if there are none.
import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestCase, TestModule } from "vitest/node";

/** Where CI is set: there a test that fails by chance costs a whole delivery. At a desk it is to be seen at once. */
export const attemptsInCI = process.env.CI ? { retry: 1 } : {};

export const secondAttempts: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.flatMap((module) => [...module.children.allTests("passed")]).flatMap(lineOf);
    if (lines.length === 0) return;
    console.error(`\n!!! PASSED ONLY AT THE SECOND ATTEMPT: ${lines.length} (please mend)`);
    for (const line of lines) console.error(`!!! ${line}`);
  },
};

function lineOf(test: TestCase): string[] {
  if (!test.diagnostic()?.flaky) return [];
  const [first] = test.result().errors ?? [];
  const [why] = stripVTControlCharacters(first?.message ?? "no error was kept").split("\n");
  return [`${test.module.relativeModuleId} > ${test.fullName}: ${why}`];
}
