// A run that has just been started is not yet one that can be signalled.
import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { RunFiles } from "./run-files.ts";

const LOOK_EVERY_MS = 2;
const DEADLINE_MS = 5_000;

/** Resolves when the agent can be signalled and its stdin ended, or never will be. */
export async function agentReady({ files, exited }: { files: RunFiles; exited: Promise<unknown> }): Promise<void> {
  let isOver = false;
  void exited.then(() => {
    isOver = true;
  });
  const deadline = performance.now() + DEADLINE_MS;
  while (!isOver && !existsSync(files.agent) && performance.now() < deadline) await delay(LOOK_EVERY_MS);
}
