// The keeper that tests of the daemon have.
import { randomUUID } from "node:crypto";
import type { RunSpec } from "../../src/agents/index.ts";
import { MemoryKeeper, type ScriptedRun } from "../kit/scripted-agent.ts";
import { until } from "../kit/until.ts";
import { describeKeeperContract, type KeeperUnderTest } from "./keeper-contract.ts";

function inMemory(): KeeperUnderTest {
  const keeper = new MemoryKeeper();
  const runsOf = ({ run }: RunSpec): ScriptedRun[] => keeper.runs.filter(({ spec }) => spec.run === run);
  return {
    keeper,
    newSpec() {
      const run = randomUUID();
      return { run, dir: `/runs/${run}`, argv: ["scripted"], cwd: "/", env: {}, stdin: { kind: "stream" } };
    },
    async puppetOf(spec) {
      const run = await until("the agent", () => runsOf(spec)[0]);
      return {
        heard: () => run.input.toString(),
        hasHeardEnd: () => run.isInputEnded,
        async say(text) {
          run.raw(text);
          await until("it to be said", () => !run.isPaused);
        },
        async complain(text) {
          run.stderr = { ...run.stderr, text: run.stderr.text + text };
        },
        async leaveWork() {
          run.hasBackgroundWork = true;
        },
        async ignoreStop() {
          run.onStop = () => run.exit({ kind: "signaled", signal: "SIGKILL" });
        },
        exit: async (code) => run.exit({ kind: "exited", code }),
      };
    },
    startsOf: (spec) => runsOf(spec).length,
    standsStill: async (spec) => runsOf(spec).every(({ isPaused }) => isPaused),
    dispose: async () => {},
  };
}

describeKeeperContract("the keeper in memory", inMemory);
