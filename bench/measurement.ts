// The result of a measurement: numbers, each with its target and with a baseline from the same minute.
import type { Scene } from "./kit/scene.ts";

export type Unit =
  | "events/s"
  | "commits/s"
  | "ms"
  | "µs"
  | "MB"
  | "bytes"
  | "%"
  | "processes"
  | "frames/s"
  | "nodes"
  | "listeners"
  | "KB"
  | "px";

export interface Row {
  /** A permanent name: `--compare` uses it to find the number in an older run. */
  readonly name: string;
  readonly measured: number;
  readonly unit: Unit;
  readonly better: "higher" | "lower";
  readonly baseline: { readonly what: string; readonly value: number };
  /** For the number itself, or for its ratio to the baseline; without a target it is only reported. */
  readonly target?: { readonly of: "measured" | "ratio"; readonly value: number };
  readonly note?: string;
}

export interface Measurement {
  readonly name: string;
  readonly about: string;
  /** Only if it is named. */
  readonly isLong?: true;
  run(scene: Scene): Promise<Row[]>;
}

/** Machines differ and are noisy; the ratio can be compared. Null if the baseline is zero. */
export const ratioOf = ({ measured, baseline }: Row): number | null =>
  baseline.value === 0 ? null : measured / baseline.value;

/** Out of reach: even the baseline missed the target in this run, so it says nothing about Skein. */
type Verdict = "holds" | "misses" | "out of reach" | "";

export function verdictOf(row: Row): Verdict {
  const { target, better, baseline } = row;
  if (!target) return "";
  const reaches = (value: number): boolean => (better === "higher" ? value >= target.value : value <= target.value);
  if (reaches(target.of === "measured" ? row.measured : (ratioOf(row) ?? 0))) return "holds";
  return target.of === "measured" && !reaches(baseline.value) ? "out of reach" : "misses";
}
