// The worst process tree that a tool leaves behind, and a shell that keeps waiting on top of it.
// Each process says what it is and its pid; they end by themselves after ten minutes.
import { once } from "node:events";
import { useTool } from "./tool.ts";
import type { Turn } from "./turn.ts";

const script = `
command -v setsid >/dev/null || { echo "this needs setsid"; exit 1; }
sleep 600 & echo "background $!"
setsid sleep 600 & echo "own session $!"
(setsid sh -c 'sleep 600 & echo "orphan $!"; echo "parent of the orphan $$"; wait' &)
env -i setsid sleep 600 & echo "own session, no environment $!"
echo "shell $$"
wait
`.trim();

const PROCESSES = 6;

export function plantTree(turn: Turn): Promise<void> {
  const title = "Plant a process tree";
  return useTool(turn, { title, kind: "execute", status: "running", input: { command: script } }, async (call) => {
    const { spawn } = await import("node:child_process");
    const shell = spawn("/bin/sh", ["-c", script], { detached: true, stdio: ["ignore", "pipe", "ignore"] });
    await once(shell, "spawn");
    shell.unref();
    let planted = 0;
    for await (const output of shell.stdout.setEncoding("utf8")) {
      turn.output.line({ type: "tool_output", call, output });
      planted += output.split("\n").length - 1;
      if (planted >= PROCESSES) return "completed";
    }
    return "failed";
  });
}
