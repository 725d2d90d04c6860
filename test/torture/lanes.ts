// Many small experiments, a few at a time, each in a copy of the same directory.
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../kit/temp-dir.ts";

/** The machine has other things to do, and so have its disks. */
const LANES = 2;

interface Experiments<Case> {
  /** Copied for each. */
  template: string;
  cases: readonly Case[];
  run(dir: string, one: Case): Promise<void>;
}

export async function inLanes<Case>({ template, cases, run }: Experiments<Case>): Promise<void> {
  const scene = tempDir();
  const waiting = cases.entries();
  const lane = async (): Promise<void> => {
    for (const [index, one] of waiting) {
      const dir = join(scene, String(index));
      mkdirSync(dir);
      cpSync(template, dir, { recursive: true });
      await run(dir, one);
      rmSync(dir, { recursive: true });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
