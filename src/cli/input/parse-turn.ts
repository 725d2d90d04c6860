// A turn, as typed: 3 or t3.
import { usageFailure } from "../failure.ts";
import { safeLine } from "../text/safe-text.ts";

export function parseTurn(typed: string): number {
  const [, number] = /^t?([1-9]\d{0,8})$/.exec(typed) ?? [];
  if (number !== undefined) return Number(number);
  throw usageFailure(`--turn can't be "${safeLine(typed)}"`, "name a turn by its number, such as 3 or t3");
}
