// One scenario of torture: it does harm, asks the oracle, and leaves a row for the table. Its size depends on the form, its choices on the seed.
import { expect, test } from "vitest";
import { isRoot, missingOf, noteLeftOut } from "../kit/left-out.ts";
import { chosenSeed as seed } from "../kit/seed.ts";
import { type Random, randomFrom } from "./random.ts";

export interface TortureRow {
  scenario: string;
  /** What was done, with the unit of the count: "kills of daemon, keeper and agent". */
  what: string;
  count: number;
  /** What the oracle found. */
  faults: string[];
  seconds: number;
  seed: number;
  /** Why it did not run. */
  left?: string;
}

declare module "vitest" {
  interface TaskMeta {
    torture?: TortureRow;
  }
}

export interface Torture {
  readonly random: Random;
  /** Sizes: the short form is for every change, the long one for a night. */
  size(short: number, long: number): number;
  readonly isLong: boolean;
  /** Done so and so often. */
  did(count?: number): void;
  /** What the oracle found; `where` says at which point of the scenario. */
  found(faults: readonly string[], where?: string): void;
}

interface Needs {
  /** Loop devices, mounts. */
  root?: boolean;
  /** Programs that must be on the PATH. */
  programs?: readonly string[];
}

const isLong = process.env.SKEIN_TORTURE === "long";
/** More would hide the first, which is what matters. */
const FAULTS_SHOWN = 10;

export function scenario(name: string, what: string, needs: Needs, body: (torture: Torture) => Promise<void>): void {
  test(`${name}: ${what}`, async ({ task, skip }) => {
    const row: TortureRow = { scenario: name, what, count: 0, faults: [], seconds: 0, seed };
    task.meta.torture = row;
    const missing = missingFor(needs);
    if (missing !== null) {
      row.left = missing.why;
      if (missing.isFailure) throw new Error(`${name} can't run here: ${missing.why}`);
      noteLeftOut({
        what: `torture ${name}`,
        why: missing.why,
        how: `${missing.how} npm run torture -- --only ${name}`,
      });
      skip(missing.why);
    }

    console.info(`${name}: seed ${seed}${isLong ? ", long form" : ""}`);
    const startMs = performance.now();
    try {
      await body({
        random: randomFrom(seed),
        size: (short, long) => (isLong ? long : short),
        isLong,
        did: (count = 1) => {
          row.count += count;
        },
        found: (faults, where) =>
          void row.faults.push(...faults.map((fault) => (where ? `${where}: ${fault}` : fault))),
      });
    } catch (error) {
      row.faults.push(error instanceof Error ? error.message : String(error));
      throw error;
    } finally {
      row.seconds = (performance.now() - startMs) / 1000;
    }
    const more = row.faults.length - FAULTS_SHOWN;
    const shown = [...row.faults.slice(0, FAULTS_SHOWN), ...(more > 0 ? [`and ${more} more`] : [])];
    expect(shown, `again with: npm run torture -- --only ${name} --seed ${seed}`).toEqual([]);
    expect(row.count, "a scenario that did nothing shows nothing").toBeGreaterThan(0);
  });
}

interface Missing {
  readonly why: string;
  readonly how: string;
  readonly isFailure: boolean;
}

/** What is missing is a failure where CI says that everything must run; other systems than Linux are only named. */
function missingFor({ root = false, programs = [] }: Needs): Missing | null {
  const why = "it needs Linux (/proc, strace, loop devices)";
  if (process.platform !== "linux") return { why, how: "on Linux:", isFailure: false };
  const isFailure = Boolean(process.env.CI);
  if (root && !isRoot) return { why: "it needs root (mounts)", how: "as root:", isFailure };
  const absent = missingOf(programs).join(", ");
  if (absent === "") return null;
  return { why: `not installed: ${absent}`, how: `install ${absent}, then`, isFailure };
}
