// Waits until a run that was just started can be signalled.
import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { RunFiles } from "./run-files.ts";

const LOOK_EVERY_MS = 2;

interface AgentReady {
  files: RunFiles;
  exited: Promise<unknown>;
  withinMs: number;
}

/** Resolves when the agent can be signalled and its stdin ended, or never will be; with `false` after the timeout. */
export async function agentReady({ files, exited, withinMs }: AgentReady): Promise<boolean> {
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  exited.then(end, end);
  const deadline = performance.now() + withinMs;
  while (!isOver && !existsSync(files.agent)) {
    if (performance.now() > deadline) return false;
    await delay(LOOK_EVERY_MS);
  }
  return true;
}
