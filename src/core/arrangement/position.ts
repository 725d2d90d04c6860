// A session's position in the person's own order: a text, compared by its characters. Between any two there is room for another.

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";
const BASE = DIGITS.length;
const AGE_DIGITS = 9;

interface Positioned {
  id: string;
  createdAt?: string;
  position?: string;
}

/** Where a session is; one that nobody has moved is placed by its age, the newest first. */
export const positionOf = ({ id, createdAt = "", position }: Positioned): string => position ?? byAge(id, createdAt);

function byAge(id: string, createdAt: string): string {
  const ms = Date.parse(createdAt) || 0;
  const age = Math.max(0, BASE ** AGE_DIGITS - 1 - ms);
  // Its id tells sessions of the same moment apart. No position ends with 0: nothing would fit before it.
  return `${age.toString(BASE).padStart(AGE_DIGITS, "0")}${id.slice(0, 8).toLowerCase()}h`;
}

/** A position after `before` and before `after`; null is the beginning or the end of the list. */
export function positionBetween(before: string | null, after: string | null): string {
  const low = before ?? "";
  let high = after !== null && after > low ? after : null;
  let made = "";
  for (let at = 0; ; at++) {
    const from = digitAt(low, at);
    const to = high === null || at >= high.length ? BASE : digitAt(high, at);
    if (to - from > 1) return made + DIGITS[(from + to) >> 1];
    made += DIGITS[from];
    if (to > from) high = null;
  }
}

const digitAt = (text: string, at: number): number => Math.max(0, DIGITS.indexOf(text[at] ?? "0"));
