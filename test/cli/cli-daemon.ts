// The command line against a daemon in this process, with an agent whose every word the test says.
import type { Fact } from "../../src/agents/index.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { type CliEnvironment, type Result, type Running, runCli, startCli } from "./run-cli.ts";

export interface CliDaemon {
  readonly daemon: TestDaemon;
  run(words: readonly string[], around?: CliEnvironment): Promise<Result>;
  start(words: readonly string[], around?: CliEnvironment): Running;
}

export const cliDaemon = async (): Promise<CliDaemon> => cliOf(await testDaemon());

export function cliOf(daemon: TestDaemon): CliDaemon {
  const here = { home: daemon.paths.home, cwd: daemon.workspace };
  return {
    daemon,
    run: (words, around = {}) => runCli(words, { ...here, ...around }),
    start: (words, around = {}) => startCli(words, { ...here, ...around }),
  };
}

export const text = (text: string, messageId = "m1"): Fact => ({ type: "agent_message", data: { messageId, text } });
export const done: Fact = { type: "turn_end", reason: "completed" };
export const failed = (error: string): Fact => ({ type: "turn_end", reason: "failed", error });
export const question: Fact = {
  type: "permission",
  data: {
    id: "q1",
    state: "asked",
    title: "Run `rm x`",
    detail: "rm x\u202e",
    options: [
      { id: "yes", label: "Allow once", kind: "allow_once" },
      { id: "no", label: "Deny", kind: "reject_once" },
    ],
  },
};

/** May this command run? */
export const asks = (id: string, command: string): Fact => ({
  type: "permission",
  data: {
    id,
    state: "asked",
    title: `Run \`${command}\``,
    detail: command,
    options: [
      { id: "yes", label: "Allow once", kind: "allow_once" },
      { id: "no", label: "Deny", kind: "reject_once" },
    ],
    request: { kind: "execute", tool: "Bash", command, paths: [] },
  },
});
