// Makes system calls of a running daemon fail from now on, with strace.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import type { DaemonProcess } from "./daemon-process.ts";
import { until } from "./until.ts";

export interface Harm {
  /** Names of system calls, with commas between them. */
  calls: string;
  /** In strace's syntax: `error=EROFS`, `delay_enter=3000000`. */
  how: string;
  /** Only calls on these paths; without it, all. */
  files?: readonly string[];
}

/** Resolves when it holds, with the end of it. */
export async function harm(
  { pid }: Pick<DaemonProcess, "pid">,
  { calls, how, files = [] }: Harm,
): Promise<() => Promise<void>> {
  const only = files.flatMap((file) => ["-P", file]);
  const words = ["-f", "-o", "/dev/null", "-e", `trace=${calls}`, ...only, "-e", `inject=${calls}:${how}`];
  const strace = spawn("strace", [...words, "-p", String(pid)], { stdio: ["ignore", "ignore", "pipe"] });
  onTestFinished(() => void strace.kill("SIGKILL"));
  let told = "";
  strace.stderr.on("data", (chunk) => {
    told += chunk;
  });
  await until("strace to be there", () => told.includes("attached"));
  return async () => {
    const exited = once(strace, "exit");
    strace.kill("SIGINT");
    await exited;
  };
}
