// The real keeper, with real processes.
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import type { RunSpec } from "../../src/agents/index.ts";
import { keeperWith } from "../../src/daemon/runs/keeper.ts";
import { killTree, processesOf } from "../../src/system/processes.ts";
import { describeKeeperContract, type KeeperUnderTest, type Puppet } from "../contracts/keeper-contract.ts";
import { until } from "../kit/until.ts";

/** A socket has its name before anybody can connect to it. */
function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => resolve(true)).on("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** As `ps` says it: T is stopped. */
const stateOf = (pid: number): string =>
  spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).stdout;

function withProcesses(): KeeperUnderTest {
  const home = mkdtempSync(join(tmpdir(), "skein-keeper-"));
  const specs: RunSpec[] = [];
  const keeper = keeperWith({ home, limits: () => ({ unreadOutputMb: 0, stderrMb: 0 }) });
  const stageOf = (spec: RunSpec): string => join(spec.cwd, "stage");
  const readOrEmpty = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");

  function puppetIn(stage: string): Puppet {
    const tell = async (deed: string, words = ""): Promise<void> => {
      const socket = connect(join(stage, "socket")).setEncoding("utf8");
      socket.write(`${JSON.stringify({ deed, text: words })}\n`);
      // An agent that exits may take the rest of its answer along.
      await text(socket).catch(() => "");
    };
    return {
      heard: () => readOrEmpty(join(stage, "heard")),
      hasHeardEnd: () => existsSync(join(stage, "heard-end")),
      say: (words) => tell("say", words),
      complain: (words) => tell("complain", words),
      leaveWork: () => tell("leaveWork"),
      ignoreStop: () => tell("ignoreStop"),
      exit: (code) => tell("exit", String(code)),
    };
  }

  return {
    keeper,
    newSpec() {
      const run = randomUUID();
      const cwd = join(home, run);
      mkdirSync(join(cwd, "stage"), { recursive: true });
      const argv = [process.execPath, "--no-warnings", resolve("test/kit/puppet-agent.ts"), join(cwd, "stage")];
      const env = { PATH: process.env.PATH ?? "" };
      const spec: RunSpec = { run, dir: join(cwd, "run"), argv, cwd, env, stdin: { kind: "stream" } };
      specs.push(spec);
      return spec;
    },
    async puppetOf(spec) {
      await until("the agent", () => isListening(join(stageOf(spec), "socket")));
      return puppetIn(stageOf(spec));
    },
    async standsStill(spec) {
      const processes = await processesOf(spec.run);
      return processes.every(({ pid }) => /^T/.test(stateOf(pid)));
    },
    startsOf: (spec) => readOrEmpty(join(stageOf(spec), "starts")).length,
    async dispose() {
      for (const { run } of specs) await killTree({ marker: run });
      rmSync(home, { recursive: true, force: true });
    },
  };
}

describeKeeperContract("the keeper of processes", withProcesses);
