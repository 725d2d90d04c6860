// Durations as people type them: 500ms, 30s, 2m, 1h; a bare number is seconds.
import { usageFailure } from "./failure.ts";

const units: Readonly<Record<string, number>> = { ms: 1, "": 1000, s: 1000, m: 60_000, h: 3_600_000 };

export function parseDurationMs(typed: string, flag: string): number {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(typed.trim()) ?? [];
  const factor = units[unit];
  if (number === "" || factor === undefined) {
    throw usageFailure(`${flag} can't be "${typed}"`, "write a duration such as 500ms, 30s, 2m or 1h");
  }
  return Number(number) * factor;
}
