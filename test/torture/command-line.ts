// The built command line against a daemon under torture. One that says nothing for too long is ended, and that is its answer.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { type DaemonProcess, skeinProgram } from "../kit/daemon-process.ts";

export interface CommandEnd {
  /** Null when it had to be ended. */
  code: number | null;
  out: string;
  err: string;
}

const PATIENCE_MS = 240_000;

export async function runSkein(
  { env, workspace }: Pick<DaemonProcess, "env" | "workspace">,
  words: readonly string[],
): Promise<CommandEnd> {
  const child = spawn(process.execPath, [skeinProgram, ...words], {
    cwd: workspace,
    env: { ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: PATIENCE_MS,
    killSignal: "SIGKILL",
  });
  const exited = once(child, "close");
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await exited) as [number | null];
  return { code, out, err };
}
