// A real agent without Skein: one process per prompt, the prompt on standard input, JSON lines on standard output.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** A line of an agent's output. */
export type Line = Readonly<Record<string, unknown>>;

export interface AgentRun {
  /** Everything that was said, once the agent has ended. */
  readonly lines: Promise<readonly Line[]>;
  readonly stderr: Promise<string>;
  readonly exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Kills the agent and its children. */
  kill(): void;
}

interface Start {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly prompt: string;
}

export function runAlone({ command, args, env, cwd, prompt }: Start): AgentRun {
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.on("error", () => {
    // The agent ended without reading its prompt: its exit says why.
  });
  child.stdin.end(prompt);
  return {
    lines: text(child.stdout).then((out) =>
      out
        .split("\n")
        .filter((line) => line !== "")
        .map((line): Line => JSON.parse(line)),
    ),
    stderr: text(child.stderr),
    exit: once(child, "close").then(([code, signal]) => ({ code, signal })),
    kill() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
    },
  };
}
