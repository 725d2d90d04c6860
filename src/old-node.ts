// What happens on a Node that Skein cannot run on: the same command again, on the Node in this package's own node_modules.
// That is there in a checkout and not in a published package, so elsewhere it ends with one sentence.
import { spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { isatty } from "node:tty";

const passedOn = ["SIGINT", "SIGQUIT", "SIGTERM", "SIGHUP", "SIGUSR2"] as const;

/** Stands in for the process that it starts: same arguments, same terminal, same signals, same end. */
export function runOnOwnNode({ program, needed }: { program: string; needed: string }): void {
  const node = join(dirname(program), "..", "node_modules", ".bin", "node");
  if (!existsSync(node) || realpathSync(node) === process.execPath) {
    const what = `Skein needs Node ${needed} or newer, and this is Node ${process.versions.node}`;
    throw new Error(`${what}. Install a newer Node, then run the command again.`);
  }

  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: "inherit" });
  // A terminal sends Ctrl-C to both of us; passing it on as well would be a second Ctrl-C.
  const hasTerminal = [0, 1, 2].some(isatty);
  for (const signal of passedOn) {
    const comesToBoth = hasTerminal && (signal === "SIGINT" || signal === "SIGQUIT");
    process.on(signal, () => comesToBoth || child.kill(signal));
  }
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? 1;
    if (signal === null) return;
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
