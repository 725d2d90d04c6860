// What a measurement reports: numbers, each beside its target and beside what the machine could do at best in the same minute.
import type { Scene } from "./kit/scene.ts";

export type Unit = "events/s" | "commits/s" | "ms" | "µs" | "MB" | "bytes" | "%" | "processes" | "frames/s";

export interface Row {
  /** Names the number for good: `--compare` finds it in an older run by it. */
  readonly name: string;
  readonly measured: number;
  readonly unit: Unit;
  readonly better: "higher" | "lower";
  readonly baseline: { readonly what: string; readonly value: number };
  /** Of the number itself, or of its ratio to the baseline; a number without a target is there to be known. */
  readonly target?: { readonly of: "measured" | "ratio"; readonly value: number };
  readonly note?: string;
}

export interface Measurement {
  readonly name: string;
  readonly about: string;
  run(scene: Scene): Promise<Row[]>;
}

/** Machines are noisy and differ; this is what can be compared. Null when the baseline is nothing. */
export const ratioOf = ({ measured, baseline }: Row): number | null =>
  baseline.value === 0 ? null : measured / baseline.value;

/** Out of reach: the machine at its best did not get there either in this run, so nothing is said of Skein. */
type Verdict = "holds" | "misses" | "out of reach" | "";

export function verdictOf(row: Row): Verdict {
  const { target, better, baseline } = row;
  if (!target) return "";
  const reaches = (value: number): boolean => (better === "higher" ? value >= target.value : value <= target.value);
  if (reaches(target.of === "measured" ? row.measured : (ratioOf(row) ?? 0))) return "holds";
  return target.of === "measured" && !reaches(baseline.value) ? "out of reach" : "misses";
}
