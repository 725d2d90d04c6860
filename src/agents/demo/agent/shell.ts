// Runs a command the way agents do: by sh, in the workspace, in a process group of its own.

/** What a tool gets after SIGTERM before it is killed. */
const GRACE_MS = 300;
/** A background process may hold the pipe open for ever: after the command's own end, so long is waited for the rest. */
const DRAIN_MS = 100;

export interface Outcome {
  code: number | null;
  signal: string | null;
}

/** Resolves when the command has ended, also after an interrupt: then nothing of its group is left. */
export async function runCommand(
  command: string,
  { signal, onOutput }: { signal: AbortSignal; onOutput(text: string): void },
): Promise<Outcome> {
  const { spawn } = await import("node:child_process");
  signal.throwIfAborted();
  const child = spawn("/bin/sh", ["-c", command], { detached: true, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", onOutput);

  const killGroup = (name: NodeJS.Signals) => {
    if (child.pid !== undefined) signalGroup(child.pid, name);
  };
  const onProcessExit = () => killGroup("SIGKILL");
  let grace: NodeJS.Timeout | undefined;
  const onAbort = () => {
    killGroup("SIGTERM");
    grace = setTimeout(killGroup, GRACE_MS, "SIGKILL");
  };
  process.on("exit", onProcessExit);
  signal.addEventListener("abort", onAbort);
  try {
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code, signal) => resolve({ code, signal }));
      child.on("exit", (code, signal) => setTimeout(resolve, DRAIN_MS, { code, signal }).unref());
    });
    if (signal.aborted) killGroup("SIGKILL");
    return outcome;
  } finally {
    clearTimeout(grace);
    signal.removeEventListener("abort", onAbort);
    process.off("exit", onProcessExit);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

function signalGroup(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name);
  } catch {
    // The group is gone.
  }
}
