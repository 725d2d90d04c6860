// Starts a small program of bench/children, and waits for its first output.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Scene } from "./scene.ts";

export async function startChild(scene: Scene, name: string, args: readonly string[]): Promise<ChildProcess> {
  const program = new URL(`../children/${name}.ts`, import.meta.url);
  const child = spawn(process.execPath, [program.pathname, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  scene.defer(() => child.kill());
  const ended = once(child, "exit").then(() => Promise.reject(new Error(`${name} did not start`)));
  await Promise.race([once(child.stdout, "data"), ended]);
  ended.catch(() => {});
  return child;
}
